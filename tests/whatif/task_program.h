// SPDX-License-Identifier: Apache-2.0
// Programs of explicit tasks, and a plain runtime of their own that runs them and writes the events:
// after each step it asks every idle thread again, and looks through whole queues.
//
//   TaskProgram, TaskRules -> [task program] -> events, makespan
#pragma once

#include "analyzer/whatif/task_simulation.h"
#include "tests/perturbation/random_program.h"

#include <vector>

namespace tare::test {

struct TaskProgram {
  struct Body {
    uint32_t node = 0;
    std::vector<TaskStep> steps; // the last one is End
  };
  std::vector<Body> tasks; // roots first
  size_t roots = 1;

  uint32_t add(uint32_t node);
  void then(uint32_t task, Ticks work, TaskStep::Kind kind, uint32_t child = 0);
  Ticks work() const;
};

/// A tree of tasks that wait for their children, as recursive functions make it.
TaskProgram recursiveTasks(Random &random, size_t roots, int depth, bool waits);
/// Tasks that a loop creates, with some taskwaits among.
TaskProgram loopOfTasks(Random &random, size_t roots, size_t tasks);
/// Anything: tasks of three constructs, some at once, with both kinds of waits.
TaskProgram anyTasks(Random &random, size_t roots, size_t tasks);

struct TaskRules {
  size_t threads = 2;
  Ticks create = 0, fetch = 0;
  bool one_queue = false; // as libgomp; else as libomp
};

struct ExecutedTasks {
  std::vector<std::vector<Event>> events; // by thread
  std::vector<Ticks> arrive;
  Ticks begin = 0, makespan = 0;
  std::vector<TaskStream> streams() const;
};
/// As many roots as threads, or fewer. Aborts where no thread could go on.
ExecutedTasks execute(const TaskProgram &program, const TaskRules &rules);

} // namespace tare::test
