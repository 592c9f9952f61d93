// SPDX-License-Identifier: Apache-2.0
// A graph of tasks run by so many threads, as an OpenMP runtime would schedule it.
//
//   TaskGraph, threads, TaskPolicy -> [task simulation] -> who does how much, and for how long
#pragma once

#include "analyzer/whatif/task_graph.h"

#include <limits>
#include <map>
#include <vector>

namespace tare {

/// What is different in tasks of one construct.
struct TaskNodePolicy {
  static constexpr uint32_t no_cutoff = std::numeric_limits<uint32_t>::max();
  Ticks create = 0, fetch = 0; // that a task takes its creator, and who runs it
  double faster = 1;           // its work takes 1 / faster of its time; infinite: none
  /// From this depth on they run at once, with all that they create, and cost nothing more: as
  /// `if(depth < cutoff)` and `final` would have it.
  uint32_t cutoff = no_cutoff;
};

struct TaskPolicy {
  enum class Queues : uint8_t {
    Own, // each thread takes its own newest task, else the oldest one of the first that has any
    One, // all take the oldest one
  };
  enum class Waits : uint8_t { // what a thread runs while its task waits
    Anything,    // and any other thread goes on with the task (untied): no thread is ever idle
                 // while a task could run
    Descendants, // of the task that waits
    Children,
  };
  Queues queues = Queues::Own;
  Waits waits = Waits::Descendants;
  /// A task that would be one more in the queue that it goes to runs at once.
  size_t most_queued = std::numeric_limits<size_t>::max();
  TaskNodePolicy others; // constructs that are not among
  std::map<uint32_t, TaskNodePolicy> nodes;

  const TaskNodePolicy &at(uint32_t node) const;
  /// As libgomp does (task.c: one queue of a team, 64 tasks for each thread; a taskwait runs
  /// children, the newest first) and libomp (kmp_tasking.cpp: a deque of 256 for each thread, stolen
  /// from at its other end; the task scheduling constraint).
  static TaskPolicy libgomp(size_t threads);
  static TaskPolicy libomp();
};

/// What the threads are busy with beside the tasks.
struct TaskThreads {
  size_t count = 1;
  /// Before its implicit task begins, ticks. Fewer than `count`: 0 for the others.
  std::vector<Ticks> before = {};
  /// By root, in TaskGraph::roots(): the thread that runs it, one after the other. Fewer than roots:
  /// i modulo `count` for the others.
  std::vector<size_t> root_on = {};
  /// By root: its work takes 1 / faster of its time. Fewer: 1 for the others.
  std::vector<double> root_faster = {};
};

struct TaskRun {
  struct Thread {
    Ticks implicit = 0; // work of implicit tasks, and what was before
    Ticks tasks = 0;    // of explicit ones
    Ticks costs = 0;    // of creating and fetching them
    Ticks own_end = 0;  // its implicit tasks have ended
    Ticks early = 0;    // of `tasks`: until then
    Ticks first_task = 0, last_task = 0; // the first one that it fetched begins, the last one ends
    uint64_t count = 0; // explicit tasks that it ran
    Ticks busy() const { return implicit + tasks + costs; }
  };
  std::vector<Thread> threads;
  Ticks makespan = 0;
};

/// Deterministic. Takes n log p for n tasks on p threads, beside waits that find nothing.
TaskRun simulateTasks(const TaskGraph &graph, const TaskThreads &threads, const TaskPolicy &policy);

/// What any number of threads takes: with creating and fetching, under the cutoffs.
struct TaskBounds {
  Ticks work = 0, costs = 0;
  Ticks span = 0; // the longest chain
};
TaskBounds boundsOf(const TaskGraph &graph, const TaskPolicy &policy);

} // namespace tare
