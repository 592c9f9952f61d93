// SPDX-License-Identifier: Apache-2.0
// The explicit tasks of a team between two common points: who created whom, and what each did in
// which order. Times only of what was done, not of when.
//
//   events of the threads of a team -> [task graph] -> task simulation
#pragma once

#include "analyzer/profile/event.h"
#include "base/result.h"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace tare {

/// Work of so many ticks, and then what the task does.
struct TaskStep {
  enum class Kind : uint8_t {
    Create,          // the task `child`; others may run it
    RunAtOnce,       // the task `child`, which ends before this one goes on: undeferred, included
    WaitForChildren, // those created so far (taskwait)
    WaitForTrees,    // those and what they created in turn (the end of a taskgroup)
    End,
  };
  Ticks work = 0;
  uint32_t child = 0;
  Kind kind = Kind::End;
};

struct GraphTask {
  uint32_t node = 0;
  uint32_t parent = 0; // of an implicit task: itself
  uint32_t depth = 0;  // 0: created by an implicit task, or one
  uint32_t first_step = 0, last_step = 0; // places in TaskGraph::steps(); the last one is End
  uint32_t last = 0; // tasks from this one to `last` are what it created, directly or not
};

/// What one thread of the team did.
struct TaskStream {
  size_t thread = 0; // its number in the team: no two have the same
  uint64_t instance = 0; // of the team's region: events of others are passed over
  Ticks open = 0, arrive = 0; // its implicit task does something from then to then
  std::span<const Event> events; // from `open` until the team has met
};

/// What the events do not tell.
struct TaskTexts {
  /// Ticks that creating a task takes, behind its event: no work of its creator. None: 0.
  std::function<Ticks(uint32_t node)> creation;
  /// Whether the program's text decides that a task runs at once (if, final). Else the runtime did
  /// so, which may do otherwise another time. None: always.
  std::function<bool(uint32_t node)> may_run_at_once;
};

class TaskGraph {
public:
  /// Error: what contradicts itself in the events, or is not told by them: the order of tasks with
  /// dependences. Memory is bounded by the number of events and streams, time by n log n.
  static Result<TaskGraph> of(std::span<const TaskStream> streams, const TaskTexts &texts);

  /// A task before those that it created. They do not depend on the order of the streams.
  const std::vector<GraphTask> &tasks() const { return tasks_; }
  const std::vector<TaskStep> &steps() const { return steps_; }
  /// The implicit tasks, by their threads' numbers.
  const std::vector<uint32_t> &roots() const { return roots_; }

  bool isRoot(uint32_t task) const { return tasks_[task].parent == task; }
  size_t explicitTasks() const { return tasks_.size() - roots_.size(); }
  /// Of all tasks, implicit ones too.
  Ticks work() const { return work_; }
  Ticks workOf(uint32_t task) const;

private:
  friend class TaskGraphBuilder;
  std::vector<GraphTask> tasks_;
  std::vector<TaskStep> steps_;
  std::vector<uint32_t> roots_;
  Ticks work_ = 0;
};

} // namespace tare
