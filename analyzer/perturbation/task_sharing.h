// SPDX-License-Identifier: Apache-2.0
// Who runs the tasks when no probes are in them, nor in their creation. A task goes to whoever is
// free, so threads that were busy until a common point of their team while probes took their time
// would be so without them, too: a thread for which the tasks that it ran now end early runs some
// of those of the threads that end late. The assumption: any thread that ran tasks between two
// common points could have run any task that was not part of its own creation.
#pragma once

#include "analyzer/perturbation/removal.h"

#include <span>

namespace tare {

/// What one thread of a team spent between two common points that has to do with tasks. Ticks.
struct TaskTimes {
  Ticks bodies = 0, waits = 0, creation = 0;
  uint64_t executed = 0, waited = 0; // how often
};
TaskTimes operator+(const TaskTimes &a, const TaskTimes &b);

/// That thread, behind local removal. Ticks.
struct TaskWorker {
  SpentList *spent, *in_wait; // before it arrives, and behind that
  TaskTimes then;             // of both, as measured
  Ticks busy = 0;             // without `first` and `idle`, as measured
  Ticks first = 0;            // from its arrival until its first task, as measured
  Ticks idle = 0;             // between the tasks that it ran from there on, as measured
  Ticks spare = 0;            // between its last task and the common point, as measured
  Ticks open = 0;             // where it begins, approximated
  Ticks *less, *wait_less;    // by how much what is in the two lists is shorter
  Ticks *most_idle;           // set to at most what `idle` can be now
};

class TaskSharing {
public:
  explicit TaskSharing(const Profile &profile);

  /// Whether the program has tasks.
  bool any() const { return any_; }
  TaskTimes timesIn(const SpentList &records) const;
  /// Shortens what threads wait for tasks of others, then moves time of tasks between the threads,
  /// by whole tasks, so that nobody is later than sharing them out makes it. Without probes nothing
  /// changes.
  void share(std::span<const TaskWorker> team) const;

private:
  bool isKind(const SpentTime &record, CostKind wanted) const;
  template <class Do> void eachMovable(const TaskWorker &worker, const Do &task) const;
  void shrinkWaits(const TaskWorker &worker, double factor) const;
  void starve(std::span<const TaskWorker> team) const;
  void even(std::span<const TaskWorker> team, double factor) const;
  void move(const TaskWorker &worker, Ticks amount, const SpentTime &construct) const;
  TaskTimes timesNow(const TaskWorker &worker) const;

  const Profile &profile_;
  bool any_ = false, depend_ = false; // tasks; and such that depend on others
};

} // namespace tare
