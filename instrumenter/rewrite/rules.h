// SPDX-License-Identifier: Apache-2.0
// May a probe stand here? The tables of rule_table.h, applied: what is done with each construct, or
// a named refusal.
//
//   node tree + constructs + plan -> [rewrite] -> text with probes
#pragma once

#include "instrumenter/plan/plan.h"
#include "instrumenter/rewrite/left_out.h"
#include "instrumenter/rewrite/rule_table.h"
#include "instrumenter/text/construct.h"

#include <string>
#include <vector>

namespace tare {

struct Verdict {
  Action action = Action::LeaveAlone;
  Treatment treatment = Treatment::LeftAlone;
  std::string reason;
  std::string opaque;
  bool timed_barrier = false;  // nowait is added, and a barrier with probes follows
  bool barrier_around = false; // its barrier cannot be parted from it: it runs in the wait
  bool keeps_barrier = false;  // the inner half of a split ends in a barrier of its own
  /// LeftAlone or LeftOut: the inner half of a split has no probes, for this reason.
  Treatment half = Treatment::Measured;
  std::string half_reason;
  bool count_iterations = false; // in loop_body
  std::string unsampled;         // why single iterations are not sampled; empty: they are
  bool by_cleanup = false;       // cancellation, or a jump, may skip the end probe
  bool hidden = false;           // left alone, though it does or waits for something
  bool hides = false;            // a hidden one's time is part of this one's
  /// Construct of the untied task that is left here and gone on with behind it, perhaps by another
  /// thread; -1: none.
  int leaves_task = -1;
};

/// One verdict per construct, in the same order. `compiler` is "clang" or "gcc".
std::vector<Verdict> decide(const std::vector<Construct> &constructs, const Plan &plan,
                            const std::string &compiler, const LeftOut &left_out = {});

} // namespace tare
