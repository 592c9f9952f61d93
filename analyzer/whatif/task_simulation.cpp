// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/task_simulation.h"

#include "analyzer/whatif/task_prices.h"

#include <algorithm>
#include <deque>
#include <queue>
#include <set>
#include <utility>

namespace tare {

namespace {

constexpr uint32_t no_task = std::numeric_limits<uint32_t>::max();
constexpr uint32_t no_owner = std::numeric_limits<uint32_t>::max();

/// Threads come in the order of their times, then of their numbers. One that has nothing to do is
/// in one of two sets: free, or with a task that waits.
///
/// Somebody can always go on: of tasks that wait on top of a thread's stack the one that began last
/// waits for none that is buried in a stack, since these began before what lies on them.
class TaskSimulator {
public:
  TaskSimulator(const TaskGraph &graph, const TaskThreads &threads, const TaskPolicy &policy)
      : graph_(graph), asked_(threads), policy_(policy), prices_(graph, policy),
        tasks_(graph.tasks().size()), threads_(std::max<size_t>(threads.count, 1)),
        faster_(graph.roots().size(), 1) {
    run_.threads.resize(threads_.size());
  }

  TaskRun run() {
    for (size_t r = 0; r < graph_.roots().size(); ++r) {
      size_t thread = r < asked_.root_on.size() ? asked_.root_on[r] : r;
      threads_[thread % threads_.size()].roots.push_back(r);
      if (r < asked_.root_faster.size())
        faster_[r] = std::max(asked_.root_faster[r], 0.0);
    }
    for (size_t t = 0; t < threads_.size(); ++t) {
      now_ = t < asked_.before.size() ? std::clamp<Ticks>(asked_.before[t], 0, tick_limit) : 0;
      run_.threads[t].implicit = run_.threads[t].own_end = now_;
      run_.makespan = std::max(run_.makespan, now_);
      due_.push({now_, t});
    }
    while (!due_.empty()) {
      auto [time, thread] = due_.top();
      due_.pop();
      now_ = time;
      act(thread);
    }
    return std::move(run_);
  }

private:
  enum class Phase : uint8_t { Unborn, Queued, Running, WaitsForChildren, WaitsForTrees, Ended };
  struct Task {
    uint32_t step = 0;
    uint32_t below = no_task; // on its thread's stack
    uint32_t live = 0, trees = 0; // children that have not ended; with all that they created
    uint32_t newest = no_task;    // child that was queued
    uint32_t older = no_task;     // sibling that was queued before
    uint32_t thread = 0;          // that it runs on
    Phase phase = Phase::Unborn;
  };
  struct Thread {
    uint32_t current = no_task;
    std::deque<uint32_t> queue; // some may have begun already
    size_t queued = 0;          // of it, that have not
    std::vector<size_t> roots;
    size_t next_root = 0;
  };

  // ---- steps ----

  const TaskStep &stepOf(uint32_t task) const { return graph_.steps()[tasks_[task].step]; }
  bool creates(const TaskStep &step) const {
    return step.kind == TaskStep::Kind::Create || step.kind == TaskStep::Kind::RunAtOnce;
  }

  /// The work before the next step of its task, behind `after` ticks.
  void go(size_t thread, Ticks after = 0) {
    uint32_t task = threads_[thread].current;
    const TaskStep &step = stepOf(task);
    TaskRun::Thread &of = run_.threads[thread];
    bool is_root = graph_.isRoot(task);
    Ticks work = prices_.work(task, step, is_root ? faster_[rootOf(task)] : 1);
    Ticks create = creates(step) ? prices_.create(step.child) : 0;
    addWithin(is_root ? of.implicit : of.tasks, work);
    addWithin(of.costs, create);
    Ticks at = now_;
    for (Ticks part : {after, work, create})
      addWithin(at, part);
    due_.push({at, thread});
  }

  size_t rootOf(uint32_t task) const {
    return static_cast<size_t>(std::ranges::lower_bound(graph_.roots(), task) -
                               graph_.roots().begin());
  }

  void begin(size_t thread, uint32_t task, uint32_t below, Ticks after) {
    Task &of = tasks_[task];
    of.step = graph_.tasks()[task].first_step;
    of.below = below;
    of.thread = static_cast<uint32_t>(thread);
    of.phase = Phase::Running;
    threads_[thread].current = task;
    if (!graph_.isRoot(task))
      ++run_.threads[thread].count;
    go(thread, after);
  }

  void act(size_t thread) {
    uint32_t task = threads_[thread].current;
    if (task == no_task)
      return look(thread);
    Task &of = tasks_[task];
    const TaskStep &step = stepOf(task);
    switch (step.kind) {
    case TaskStep::Kind::Create:
    case TaskStep::Kind::RunAtOnce:
      ++of.step;
      ++of.live;
      ++of.trees;
      if (prices_.runsAtOnce(step) || !push(thread, step.child))
        begin(thread, step.child, task, 0);
      else
        go(thread);
      break;
    case TaskStep::Kind::WaitForChildren:
    case TaskStep::Kind::WaitForTrees:
      of.phase = step.kind == TaskStep::Kind::WaitForTrees ? Phase::WaitsForTrees
                                                           : Phase::WaitsForChildren;
      ++of.step;
      if (isReady(of))
        return goOn(thread, task);
      if (policy_.waits == TaskPolicy::Waits::Anything) { // with those that run it at once
        threads_[thread].current = no_task;
        of.thread = no_owner;
      }
      look(thread);
      break;
    case TaskStep::Kind::End:
      end(thread, task);
      break;
    }
  }

  static bool waits(const Task &task) {
    return task.phase == Phase::WaitsForChildren || task.phase == Phase::WaitsForTrees;
  }
  static bool isReady(const Task &task) {
    return task.phase == Phase::WaitsForChildren ? task.live == 0 : task.trees == 0;
  }

  void goOn(size_t thread, uint32_t task) {
    tasks_[task].phase = Phase::Running;
    tasks_[task].thread = static_cast<uint32_t>(thread);
    threads_[thread].current = task;
    go(thread);
  }

  void end(size_t thread, uint32_t task) {
    Task &of = tasks_[task];
    of.phase = Phase::Ended;
    threads_[thread].current = of.below;
    run_.makespan = std::max(run_.makespan, now_);
    TaskRun::Thread &here = run_.threads[thread];
    (graph_.isRoot(task) ? here.own_end : here.last_task) = now_;
    if (graph_.isRoot(task))
      here.early = here.tasks;
    if (uint32_t released = tell(task); released != no_task) {
      size_t on = tasks_[released].thread;
      if (on == no_owner) {
        ready_.push_back(released); // for this thread, or for one with nothing to do
        if (threads_[thread].current != no_task && !free_.empty()) {
          size_t idle = *free_.begin();
          free_.erase(idle);
          look(idle);
        }
      } else if (on != thread && threads_[on].current == released) {
        waiting_.erase(on);
        goOn(on, released);
      }
    }
    uint32_t below = threads_[thread].current;
    if (below == no_task || (waits(tasks_[below]) && !isReady(tasks_[below])))
      look(thread);
    else if (waits(tasks_[below]))
      goOn(thread, below);
    else
      go(thread);
  }

  /// A task that has waited for this one to end, and for no other; else none.
  uint32_t tell(uint32_t ended) {
    if (graph_.isRoot(ended))
      return no_task;
    uint32_t parent = graph_.tasks()[ended].parent;
    --tasks_[parent].live;
    uint32_t released = tasks_[parent].phase == Phase::WaitsForChildren && tasks_[parent].live == 0
                            ? parent : no_task;
    for (uint32_t task = ended; tasks_[task].phase == Phase::Ended && tasks_[task].trees == 0;
         task = parent) {
      if (graph_.isRoot(task))
        break;
      parent = graph_.tasks()[task].parent;
      --tasks_[parent].trees;
      if (tasks_[parent].phase == Phase::WaitsForTrees && tasks_[parent].trees == 0)
        released = parent;
    }
    return released;
  }

  // ---- queues ----

  bool usesOne() const { return policy_.queues == TaskPolicy::Queues::One; }
  size_t queueOf(size_t thread) const { return usesOne() ? 0 : thread; }

  /// Whether a thread whose task waits may run it.
  bool mayRun(uint32_t waiting, uint32_t task) const {
    if (policy_.waits == TaskPolicy::Waits::Anything)
      return true;
    bool by_children = policy_.waits == TaskPolicy::Waits::Children;
    if (tasks_[waiting].phase == Phase::WaitsForTrees && (by_children || usesOne()))
      return true; // what it waits for may lie behind others
    if (by_children)
      return graph_.tasks()[task].parent == waiting;
    return waiting < task && task <= graph_.tasks()[waiting].last;
  }

  /// To a thread that has nothing to do, else to a queue; false: that is full.
  bool push(size_t thread, uint32_t task) {
    size_t idle = threads_.size();
    if (!free_.empty())
      idle = *free_.begin();
    else if (auto found = std::ranges::find_if(
                 waiting_, [&](size_t t) { return mayRun(threads_[t].current, task); });
             found != waiting_.end())
      idle = *found;
    if (idle < threads_.size()) {
      free_.erase(idle);
      waiting_.erase(idle);
      take(idle, task);
      return true;
    }
    size_t place = queueOf(thread);
    Thread &queue = threads_[place];
    if (queue.queued >= policy_.most_queued)
      return false;
    queue.queue.push_back(task);
    if (++queue.queued == 1)
      filled_.insert(place);
    tasks_[task].phase = Phase::Queued;
    tasks_[task].thread = static_cast<uint32_t>(place);
    Task &parent = tasks_[graph_.tasks()[task].parent];
    tasks_[task].older = std::exchange(parent.newest, task);
    return true;
  }

  void take(size_t thread, uint32_t task) {
    if (tasks_[task].phase == Phase::Queued) {
      size_t place = tasks_[task].thread;
      if (--threads_[place].queued == 0)
        filled_.erase(place);
    }
    Ticks fetch = prices_.fetch(task);
    TaskRun::Thread &of = run_.threads[thread];
    addWithin(of.costs, fetch);
    if (of.first_task == 0) {
      of.first_task = now_;
      addWithin(of.first_task, fetch);
    }
    begin(thread, task, threads_[thread].current, fetch);
  }

  bool hasBegun(uint32_t task) const { return tasks_[task].phase != Phase::Queued; }

  /// At that end of a queue which holds one.
  uint32_t newestIn(size_t place) {
    std::deque<uint32_t> &queue = threads_[place].queue;
    while (!queue.empty() && hasBegun(queue.back()))
      queue.pop_back();
    return queue.empty() ? no_task : queue.back();
  }
  uint32_t oldestIn(size_t place) {
    std::deque<uint32_t> &queue = threads_[place].queue;
    while (!queue.empty() && hasBegun(queue.front()))
      queue.pop_front();
    return queue.empty() ? no_task : queue.front();
  }
  uint32_t newestChild(uint32_t task) {
    uint32_t &child = tasks_[task].newest;
    while (child != no_task && hasBegun(child))
      child = tasks_[child].older;
    return child;
  }

  uint32_t choice(size_t thread) {
    uint32_t waiting = threads_[thread].current;
    if (waiting != no_task && (usesOne() || policy_.waits == TaskPolicy::Waits::Children))
      if (uint32_t child = newestChild(waiting); child != no_task)
        return child;
    auto fits = [&](uint32_t task) {
      return task != no_task && (waiting == no_task || mayRun(waiting, task));
    };
    if (!usesOne())
      if (uint32_t own = newestIn(thread); fits(own))
        return own;
    for (size_t place : filled_)
      if (usesOne() || place != thread)
        if (uint32_t task = oldestIn(place); fits(task))
          return task;
    return no_task;
  }

  /// For something to do.
  void look(size_t thread) {
    Thread &of = threads_[thread];
    if (!ready_.empty()) {
      uint32_t task = ready_.front();
      ready_.pop_front();
      return goOn(thread, task);
    }
    if (of.current == no_task && of.next_root < of.roots.size()) {
      uint32_t task = graph_.roots()[of.roots[of.next_root++]];
      return begin(thread, task, no_task, 0);
    }
    if (uint32_t task = choice(thread); task != no_task)
      take(thread, task);
    else
      (of.current == no_task ? free_ : waiting_).insert(thread);
  }

  const TaskGraph &graph_;
  const TaskThreads &asked_;
  const TaskPolicy &policy_;
  TaskPrices prices_;
  std::vector<Task> tasks_;
  std::vector<Thread> threads_;
  std::vector<double> faster_; // of roots
  std::set<size_t> free_, waiting_;
  std::deque<uint32_t> ready_; // tasks that no thread has, and that wait for nothing more
  std::set<size_t> filled_; // queues that hold a task
  using Due = std::pair<Ticks, size_t>;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  Ticks now_ = 0;
  TaskRun run_;
};

} // namespace

TaskRun simulateTasks(const TaskGraph &graph, const TaskThreads &threads,
                      const TaskPolicy &policy) {
  return TaskSimulator(graph, threads, policy).run();
}

} // namespace tare
