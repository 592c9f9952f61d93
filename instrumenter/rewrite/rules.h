// SPDX-License-Identifier: Apache-2.0
// May a probe stand here? Applies the tables of rule_table.h to each construct: the result is an
// action or a named refusal.
//
//   node tree + constructs + plan -> [rewrite] -> text with probes
#pragma once

#include "instrumenter/plan/plan.h"
#include "instrumenter/rewrite/rule_table.h"
#include "instrumenter/rewrite/unprobed.h"
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
  /// LeftAlone or LeftOut: the inner half of a split has no probes, for `half_reason`.
  Treatment half = Treatment::Measured;
  std::string half_reason;
  bool count_iterations = false; // in loop_body
  std::string unsampled;         // why single iterations are not sampled; empty: they are
  bool by_cleanup = false;       // cancellation, or a jump, may skip the end probe
  bool hidden = false;           // no probes, though it works or waits
  bool hides = false;            // its time holds the time of a hidden construct
  /// The construct of an untied task that is suspended here. Another thread may resume it behind
  /// this construct. -1: none.
  int leaves_task = -1;
  int gathered_by = -1; // of what is only counted: the construct that tells it (gathered_counts.h)
};

/// One verdict per construct, in the same order. `compiler` is "clang" or "gcc".
std::vector<Verdict> decide(const std::vector<Construct> &constructs, const Plan &plan,
                            const std::string &compiler, const Unprobed &unprobed = {});

} // namespace tare
