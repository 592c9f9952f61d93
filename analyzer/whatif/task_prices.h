// SPDX-License-Identifier: Apache-2.0
// What each task and step of a graph takes under a policy.
//
//   TaskGraph, TaskPolicy -> [task prices] -> task simulation
#pragma once

#include "analyzer/whatif/task_simulation.h"

#include <algorithm>

namespace tare {

class TaskPrices {
public:
  TaskPrices(const TaskGraph &graph, const TaskPolicy &policy);

  Ticks work(uint32_t task, const TaskStep &step, double faster = 1) const {
    double by = faster * policies_[task]->faster;
    return by == 1 ? step.work : cutTicks(static_cast<double>(step.work) / by);
  }
  /// Under a cutoff, itself or what is around it.
  bool isCut(uint32_t task) const { return is_cut_[task]; }
  bool runsAtOnce(const TaskStep &step) const {
    return step.kind == TaskStep::Kind::RunAtOnce || is_cut_[step.child];
  }
  Ticks create(uint32_t task) const {
    return is_cut_[task] ? 0 : std::max<Ticks>(policies_[task]->create, 0);
  }
  /// Of one that waits in a queue.
  Ticks fetch(uint32_t task) const { return std::max<Ticks>(policies_[task]->fetch, 0); }

private:
  std::vector<const TaskNodePolicy *> policies_; // by task
  std::vector<bool> is_cut_;
};

} // namespace tare
