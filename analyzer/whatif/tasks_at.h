// SPDX-License-Identifier: Apache-2.0
// The tasks that a team ran until it met, as a graph with the costs that they had, and what a team
// of another size makes of them.
//
//   Profile with events, Meeting -> [tasks at] -> shared phase
#pragma once

#include "analyzer/teams/teams.h"
#include "analyzer/whatif/task_simulation.h"

#include <map>
#include <optional>

namespace tare {

/// The tasks of one construct.
struct TaskCosts {
  double creates = 0, entries = 0; // ticks of the records of creating it, and how many these were
  double gaps = 0;                 // ticks: a thread waited although one was ready
  uint64_t tasks = 0;              // in the graph
};

struct TasksAt {
  TaskGraph graph;
  std::map<uint32_t, TaskCosts> costs; // by node
  TaskPolicy policy; // of the runtime, with these costs for each task
  double creates = 0; // of all records
  Ticks span = 0;    // from the first thread's start until the last one has arrived, and its tasks
};

/// Where a program's events would tell what they do not.
inline constexpr const char *no_task_events =
    "which task creates which is not known: measure with --events";

/// Error: why the events do not tell. The policy is one for a team of so many.
Result<TasksAt> tasksAtMeeting(const Profile &profile, const Meeting &meeting, size_t team);

/// A team of so many until it meets.
struct TaskShares {
  std::vector<double> part; // of the time in explicit tasks, by thread; they sum to 1, or are 0
  Ticks makespan = 0;
  Ticks beyond = 0; // of the makespan: more than an equal part of what all threads do
};
/// The implicit tasks do what they did. Nothing: the events do not tell.
std::optional<TaskShares> tasksAt(const Profile &profile, const Meeting &meeting, size_t team,
                                  const TaskPolicy &policy);
TaskShares sharesOf(const TaskRun &run);

/// By root: the thread of another team that does what this one's did.
std::vector<size_t> rootsOn(size_t roots, size_t team);

} // namespace tare
