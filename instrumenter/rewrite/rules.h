// SPDX-License-Identifier: Apache-2.0
// May a probe stand here? One table: directive x clause -> what is done, or a named refusal.
//
//   node tree + constructs + plan -> [rewrite] -> text with probes
#pragma once

#include "instrumenter/clang/construct.h"
#include "instrumenter/plan/plan.h"

#include <string>
#include <vector>

namespace tare {

enum class Action {
  LeaveAlone,
  Region,        // fork, start, finish, join
  SplitRegion,   // the same, and its worksharing half on its own with nowait
  RegionOutside, // fork and join only
  Work,          // work around the construct
  Body,          // work inside the associated statement
  Critical,
  Barrier,
  Count,
  SerialLoop, // work around a loop that every thread runs
};

struct Verdict {
  Action action = Action::LeaveAlone;
  Treatment treatment = Treatment::LeftAlone;
  std::string reason;
  std::string opaque;
  bool timed_barrier = false;    // nowait is added, and a barrier with probes follows
  bool count_iterations = false; // in loop_body
};

/// One verdict per construct, in the same order.
std::vector<Verdict> decide(const std::vector<Construct> &constructs, const Plan &plan);

} // namespace tare
