// SPDX-License-Identifier: Apache-2.0
// Profiles of one loop with sampled iterations, whose rows are known exactly.
#pragma once

#include "fake_run.h"

#include <string>
#include <vector>

namespace tare::test {

using Gap = IterationSample::Gap;

inline constexpr Ticks body = 50, empty_gap = 3;

/// Iterations of `body` ticks with `gap` ticks behind each, of which every tenth is a sample.
struct Loop {
  std::string directive = "for schedule(dynamic, 1)";
  Ticks setup = 0;
  Ticks gap = 0;
  std::vector<uint64_t> iterations; // per thread

  Profile run() const {
    FakeRun run(static_cast<int>(iterations.size()));
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t loop = run.node(NodeKind::For, "", true);
    run.describe(run.node(NodeKind::Critical, "", true)).parent = static_cast<int>(loop);
    setDirective(run.describe(loop), directive);
    run.fork(region, std::vector<Ticks>(iterations.size(), 0));
    for (size_t i = 0; i < iterations.size(); ++i) {
      auto count = static_cast<Ticks>(iterations[i]);
      if (setup)
        run.spend(i, loop, Spent::Scheduling, setup);
      run.spend(i, loop, Spent::Body, count * (body + gap), iterations[i]);
      for (Ticks k = 0; k < count; k += 10) // a sample holds as much of its probes as an empty gap
        run.sample(i, loop, k, body + empty_gap, k % 20 ? Gap::Empty : Gap::Real,
                   empty_gap + (k % 20 ? 0 : gap));
    }
    run.join(0);
    return run.finish();
  }
};

} // namespace tare::test
