// SPDX-License-Identifier: Apache-2.0
// What a profile knows of its worksharing loops: what their iterations cost, and what one execution
// of them is.
//
//   Profile -> [loop knowledge] -> construct changes, team size
#pragma once

#include "analyzer/teams/teams.h"
#include "analyzer/whatif/loop_schedule.h"

#include <map>
#include <optional>
#include <vector>

namespace tare {

struct LoopKnowledge {
  LoopCosts costs;             // of samples; ticks
  bool has_one_range = true;   // each execution has the same iterations
  double iterations_each = 0;  // of an execution, on average
  double sampled_work = 0;     // thread ticks in its iterations, all executions
  std::optional<LoopSchedule> schedule; // as written
  double dispatch = 0;         // ticks of a chunk beside its iterations; 0: it is not dispatched
};

/// By process-wide node of a worksharing loop that was executed.
using LoopsKnown = std::map<uint32_t, LoopKnowledge>;
LoopsKnown loopsOf(const Profile &profile, const Teams &teams);

/// The nodes of `nodes`, and all that stand inside of them in the text; by process-wide index.
std::vector<bool> withInner(const Profile &profile, std::vector<bool> nodes);

/// What a team did of one loop between two common points.
struct LoopAtMeeting {
  std::vector<double> times;      // of each arrival: ticks in it and in what is inside of it
  std::vector<double> iterations; // of each arrival
  std::vector<double> begins;     // ticks before it, in the same segment
  double work = 0, count = 0;     // sums
};

/// Iterations and work counted in a segment's record of a node, where the record counts no further
/// by what the thread's cell has.
double unitsOf(const ProfileThread &thread, const SpentTime &record);
double entriesOf(const ProfileThread &thread, const SpentTime &record);

/// Whether a thread is busy with the work of the construct then. (Fork, Scheduling and waits are
/// no work.)
constexpr bool isWork(Spent kind) { return kind == Spent::Body || kind == Spent::Creation; }

/// How the cost of its iterations goes along the range of this execution. Samples tell it where all
/// executions have one range; else the threads' own shares, if the schedule gave each one block.
CostCurve curveAt(const LoopKnowledge &loop, const LoopAtMeeting &here);

} // namespace tare
