// SPDX-License-Identifier: Apache-2.0
#include "tests/whatif/task_program.h"

#include <algorithm>
#include <cstdlib>
#include <list>
#include <optional>

namespace tare::test {

namespace {

using Does = TaskStep::Kind;

class TaskRuntime {
public:
  TaskRuntime(const TaskProgram &program, const TaskRules &rules)
      : program_(program), rules_(rules), threads_(rules.threads), tasks_(program.tasks.size()) {}

  ExecutedTasks run() {
    out_.begin = 1000;
    out_.events.resize(rules_.threads);
    out_.arrive.assign(rules_.threads, out_.begin);
    for (size_t t = 0; t < rules_.threads; ++t) {
      threads_[t].at = out_.begin;
      if (t < program_.roots)
        start(t, static_cast<uint32_t>(t), out_.begin);
    }
    end_ = out_.begin;
    for (;;) {
      size_t next = rules_.threads;
      for (size_t t = 0; t < rules_.threads; ++t)
        if (threads_[t].busy && (next == rules_.threads || threads_[t].at < threads_[next].at))
          next = t;
      if (next == rules_.threads)
        break;
      now_ = threads_[next].at;
      step(next);
      offer();
    }
    for (const State &task : tasks_)
      if (!task.ended)
        std::abort();
    out_.makespan = end_ - out_.begin;
    return std::move(out_);
  }

private:
  struct State {
    size_t next = 0;
    bool waits = false, for_trees = false, ended = false, begun = false;
    uint32_t parent = 0;
    std::vector<uint32_t> children;
  };
  struct Worker {
    Ticks at = 0;
    bool busy = false;    // something of it happens at `at`
    bool fetches = false; // then the task on top begins
    bool creates = false; // then the task that is being created is there
    std::vector<uint32_t> stack;
    std::list<uint32_t> queue;
  };

  bool isRoot(uint32_t task) const { return task < program_.roots; }
  uint64_t idOf(uint32_t task) const { return isRoot(task) ? 0 : 0x1000 + 7 * uint64_t(task); }
  const TaskStep &stepOf(uint32_t task) const {
    return program_.tasks[task].steps[tasks_[task].next];
  }

  void write(size_t thread, EventKind kind, uint32_t task, uint32_t detail = 0, uint64_t peer = 0) {
    out_.events[thread].push_back({now_, 1, idOf(task), peer, program_.tasks[task].node, detail, kind});
  }

  void start(size_t t, uint32_t task, Ticks at) {
    threads_[t].stack.push_back(task);
    tasks_[task].begun = true;
    resume(t, at);
  }
  void resume(size_t t, Ticks at) {
    threads_[t].at = at + stepOf(threads_[t].stack.back()).work;
    threads_[t].busy = true;
  }

  bool isTreeDone(uint32_t task) const {
    return tasks_[task].ended && std::ranges::all_of(tasks_[task].children,
                                                     [&](uint32_t c) { return isTreeDone(c); });
  }
  bool isOver(uint32_t task) const {
    return std::ranges::all_of(tasks_[task].children, [&](uint32_t c) {
      return tasks_[task].for_trees ? isTreeDone(c) : tasks_[c].ended;
    });
  }

  void step(size_t t) {
    Worker &worker = threads_[t];
    uint32_t task = worker.stack.back();
    if (worker.fetches) {
      worker.fetches = false;
      write(t, EventKind::TaskBegun, task);
      return resume(t, now_);
    }
    const TaskStep &next = stepOf(task);
    if (next.kind == Does::Create || next.kind == Does::RunAtOnce) {
      if (!worker.creates) {
        write(t, EventKind::TaskCreated, next.child, 0, idOf(task));
        worker.creates = true;
        worker.at = now_ + rules_.create;
        return;
      }
      worker.creates = false;
      tasks_[next.child].parent = task;
      tasks_[task].children.push_back(next.child);
      ++tasks_[task].next;
      if (next.kind == Does::RunAtOnce) {
        write(t, EventKind::TaskBegun, next.child);
        return start(t, next.child, now_);
      }
      threads_[rules_.one_queue ? 0 : t].queue.push_back(next.child);
      return resume(t, now_);
    }
    if (next.kind != Does::End) {
      tasks_[task].waits = true;
      tasks_[task].for_trees = next.kind == Does::WaitForTrees;
      write(t, EventKind::TaskWaits, task, tasks_[task].for_trees ? wait_for_group : wait_for_children);
      ++tasks_[task].next;
      worker.busy = false;
      return;
    }
    tasks_[task].ended = true;
    end_ = std::max(end_, now_);
    if (isRoot(task))
      out_.arrive[t] = now_;
    else
      write(t, EventKind::TaskEnded, task);
    worker.stack.pop_back();
    worker.busy = false;
    if (!worker.stack.empty() && !tasks_[worker.stack.back()].waits)
      resume(t, now_);
  }

  /// Those that wait no more go on; then the others take tasks, first those without one that waits.
  void offer() {
    for (size_t t = 0; t < rules_.threads; ++t) {
      Worker &worker = threads_[t];
      if (worker.busy || worker.stack.empty() || !isOver(worker.stack.back()))
        continue;
      tasks_[worker.stack.back()].waits = false;
      write(t, EventKind::TaskGoesOn, worker.stack.back());
      resume(t, now_);
    }
    for (bool free : {true, false})
      offer(free);
  }

  void offer(bool free) {
    for (size_t t = 0; t < rules_.threads; ++t)
      if (!threads_[t].busy && threads_[t].stack.empty() == free)
        if (std::optional<uint32_t> task = chosen(t)) {
          threads_[t].stack.push_back(*task);
          tasks_[*task].begun = true;
          threads_[t].fetches = threads_[t].busy = true;
          threads_[t].at = now_ + rules_.fetch;
        }
  }

  bool isBelow(uint32_t task, uint32_t ancestor) const {
    while (!isRoot(task)) {
      task = tasks_[task].parent;
      if (task == ancestor)
        return true;
    }
    return false;
  }

  std::optional<uint32_t> chosen(size_t t) {
    const std::vector<uint32_t> &stack = threads_[t].stack;
    std::optional<uint32_t> waiting;
    if (!stack.empty())
      waiting = stack.back();
    if (rules_.one_queue) {
      std::list<uint32_t> &queue = threads_[0].queue;
      for (auto at = queue.rbegin(); waiting && at != queue.rend(); ++at)
        if (tasks_[*at].parent == *waiting) {
          uint32_t task = *at;
          queue.remove(task);
          return task;
        }
      if (queue.empty() || (waiting && !tasks_[*waiting].for_trees))
        return {};
      uint32_t task = queue.front();
      queue.pop_front();
      return task;
    }
    auto fits = [&](uint32_t task) { return !waiting || isBelow(task, *waiting); };
    std::list<uint32_t> &own = threads_[t].queue;
    if (!own.empty() && fits(own.back())) {
      uint32_t task = own.back();
      own.pop_back();
      return task;
    }
    for (size_t other = 0; other < rules_.threads; ++other)
      if (std::list<uint32_t> &queue = threads_[other].queue;
          other != t && !queue.empty() && fits(queue.front())) {
        uint32_t task = queue.front();
        queue.pop_front();
        return task;
      }
    return {};
  }

  const TaskProgram &program_;
  const TaskRules &rules_;
  std::vector<Worker> threads_;
  std::vector<State> tasks_;
  ExecutedTasks out_;
  Ticks now_ = 0, end_ = 0;
};

void recurse(Random &random, TaskProgram &program, uint32_t task, int depth, bool waits) {
  if (depth > 0)
    for (uint64_t i = 0, n = 1 + random.below(3); i < n; ++i) {
      uint32_t child = program.add(1);
      program.then(task, random.ticks(50), Does::Create, child);
      recurse(random, program, child, depth - 1, waits);
    }
  if (waits)
    program.then(task, random.ticks(20), Does::WaitForChildren);
  program.then(task, 1 + random.ticks(depth > 0 ? 30 : 500), Does::End);
}

void anyBody(Random &random, TaskProgram &program, uint32_t task, size_t &left, int depth) {
  for (uint64_t n = random.below(5); n > 0; --n) {
    uint64_t what = random.below(8);
    if (what < 2)
      program.then(task, random.ticks(60), what == 0 ? Does::WaitForChildren : Does::WaitForTrees);
    if (what < 2 || left == 0 || depth == 0)
      continue;
    --left;
    uint32_t child = program.add(1 + static_cast<uint32_t>(random.below(3)));
    program.then(task, random.ticks(100), what == 2 ? Does::RunAtOnce : Does::Create, child);
    anyBody(random, program, child, left, depth - 1);
  }
  program.then(task, random.ticks(400), Does::End);
}

TaskProgram withRoots(size_t roots) {
  TaskProgram program;
  program.roots = roots;
  for (size_t i = 0; i < roots; ++i)
    program.add(0);
  return program;
}

} // namespace

uint32_t TaskProgram::add(uint32_t node) {
  tasks.push_back({node, {}});
  return static_cast<uint32_t>(tasks.size()) - 1;
}

void TaskProgram::then(uint32_t task, Ticks work, TaskStep::Kind kind, uint32_t child) {
  tasks[task].steps.push_back({work, child, kind});
}

Ticks TaskProgram::work() const {
  Ticks work = 0;
  for (const Body &body : tasks)
    for (const TaskStep &step : body.steps)
      work += step.work;
  return work;
}

TaskProgram recursiveTasks(Random &random, size_t roots, int depth, bool waits) {
  TaskProgram program = withRoots(roots);
  for (uint32_t root = 0; root < roots; ++root)
    recurse(random, program, root, depth, waits);
  return program;
}

TaskProgram loopOfTasks(Random &random, size_t roots, size_t tasks) {
  TaskProgram program = withRoots(roots);
  for (uint32_t root = 0; root < roots; ++root) {
    for (size_t i = 0; i < tasks; ++i) {
      uint32_t child = program.add(1);
      program.then(child, 100 + random.ticks(900), Does::End);
      program.then(root, random.ticks(20), Does::Create, child);
      if (random.percent(3))
        program.then(root, 0, Does::WaitForChildren);
    }
    program.then(root, random.ticks(100), Does::End);
  }
  return program;
}

TaskProgram anyTasks(Random &random, size_t roots, size_t tasks) {
  TaskProgram program = withRoots(roots);
  for (uint32_t root = 0; root < roots; ++root) {
    size_t left = tasks;
    anyBody(random, program, root, left, 12);
  }
  return program;
}

std::vector<TaskStream> ExecutedTasks::streams() const {
  std::vector<TaskStream> streams;
  for (size_t t = 0; t < events.size(); ++t)
    streams.push_back({t, 1, begin, arrive[t], events[t]});
  return streams;
}

ExecutedTasks execute(const TaskProgram &program, const TaskRules &rules) {
  return TaskRuntime(program, rules).run();
}

} // namespace tare::test
