// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/task_graph.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

namespace tare {

namespace {

Error contradiction(const char *what) {
  return {.message = std::string("the events of tasks contradict each other: ") + what};
}

} // namespace

/// Tasks are numbered as they are met, roots first, and anew in the end.
class TaskGraphBuilder {
public:
  TaskGraphBuilder(std::span<const TaskStream> streams, const TaskTexts &texts)
      : streams_(streams.begin(), streams.end()), texts_(texts) {}

  Result<TaskGraph> build() {
    std::ranges::sort(streams_, {}, &TaskStream::thread);
    for (const TaskStream &stream : streams_)
      TARE_DO(check(stream));
    for (size_t i = 1; i < streams_.size(); ++i)
      if (streams_[i].thread == streams_[i - 1].thread)
        return contradiction("two threads of a team have one number");
    met_.resize(streams_.size());
    for (const TaskStream &stream : streams_)
      TARE_DO(takeCreated(stream));
    for (size_t root = 0; root < streams_.size(); ++root)
      TARE_DO(walk(static_cast<uint32_t>(root)));
    for (const MetTask &task : met_)
      if (task.created && !task.ended)
        return contradiction(task.begun ? "a task does not end" : "a task never begins");
    sortSteps();
    return number();
  }

private:
  struct MetTask {
    uint32_t node = 0;
    bool created = false, begun = false, ended = false;
    bool stays = false; // it runs at once, whoever schedules it
  };
  struct MetStep {
    uint32_t task = 0;
    TaskStep step;
  };
  /// A task that a thread has begun and not ended.
  struct Frame {
    uint32_t task = 0;
    Ticks work = 0;         // since its last step
    Ticks creation = 0;     // of its next ticks: no work
    bool is_root = false, waits = false;
  };

  static bool isTick(Ticks tick) { return tick >= 0 && tick <= static_cast<Ticks>(tick_limit); }

  static Result<void> check(const TaskStream &stream) {
    Ticks last = stream.open;
    if (!isTick(stream.open) || !isTick(stream.arrive) || stream.arrive < stream.open)
      return contradiction("a thread arrives before it sets out");
    for (const Event &event : stream.events) {
      if (event.tick < last || !isTick(event.tick))
        return contradiction("they are not in the order of their ticks");
      last = event.tick;
    }
    return {};
  }

  Result<void> takeCreated(const TaskStream &stream) {
    for (const Event &event : stream.events) {
      if (event.kind != EventKind::TaskCreated || event.instance != stream.instance)
        continue;
      if (event.detail & created_with_dependences)
        return Error{.message = "tasks have dependences, and their order is not known"};
      if (met_.size() >= std::numeric_limits<uint32_t>::max() / 2)
        return Error{.message = "there are too many tasks"};
      auto index = static_cast<uint32_t>(met_.size());
      if (event.object == 0 || !index_.emplace(event.object, index).second)
        return contradiction("a task is created twice");
      met_.push_back({.node = event.node, .created = true});
    }
    return {};
  }

  /// The task on top of the thread's stack with this id; 0: the implicit one.
  bool isTop(uint64_t id) const {
    if (id == 0)
      return stack_.back().is_root;
    auto found = index_.find(id);
    return found != index_.end() && !stack_.back().is_root && found->second == stack_.back().task;
  }

  void step(TaskStep::Kind kind, uint32_t child = 0) {
    Frame &top = stack_.back();
    steps_.push_back({top.task, {std::exchange(top.work, 0), child, kind}});
    top.creation = 0;
  }

  void pass(const TaskStream &stream, Ticks from, Ticks to) {
    Frame &top = stack_.back();
    if (top.waits)
      return;
    if (top.is_root) { // behind its arrival it waits
      from = std::min(from, stream.arrive);
      to = std::min(to, stream.arrive);
    }
    Ticks creation = std::min(top.creation, to - from);
    top.creation -= creation;
    addWithin(top.work, to - from - creation);
  }

  Result<void> walk(uint32_t root) {
    const TaskStream &stream = streams_[root];
    stack_.assign(1, {.task = root, .is_root = true});
    Ticks now = stream.open;
    previous_ = nullptr;
    for (const Event &event : stream.events) {
      bool is_lock = event.kind >= EventKind::LockWanted;
      if (is_lock || event.instance != stream.instance)
        continue;
      pass(stream, now, event.tick);
      now = event.tick;
      TARE_DO(take(event, stream));
      previous_ = &event;
    }
    if (stack_.size() > 1)
      return contradiction("a task does not end");
    if (stack_.back().waits)
      return contradiction("a wait does not end");
    pass(stream, now, std::max(now, stream.arrive));
    step(TaskStep::Kind::End);
    return {};
  }

  Result<void> take(const Event &event, const TaskStream &stream) {
    switch (event.kind) {
    case EventKind::TaskCreated: {
      if (stack_.back().waits || !isTop(event.peer))
        return contradiction("a task is created by one that does not run");
      step(TaskStep::Kind::Create, index_.at(event.object));
      Ticks creation = texts_.creation ? texts_.creation(event.node) : 0;
      stack_.back().creation = std::max<Ticks>(creation, 0);
      break;
    }
    case EventKind::TaskBegun:
      return begin(event, stream.arrive);
    case EventKind::TaskEnded:
      if (event.object == 0 || !isTop(event.object) || stack_.back().waits)
        return contradiction("a task ends that does not run on that thread");
      met_[stack_.back().task].ended = true;
      step(TaskStep::Kind::End);
      stack_.pop_back();
      break;
    case EventKind::TaskWaits:
      if (!isTop(event.object) || stack_.back().waits)
        return contradiction("a task waits that does not run");
      if (event.detail == wait_for_children)
        step(TaskStep::Kind::WaitForChildren);
      else if (event.detail == wait_for_group)
        step(TaskStep::Kind::WaitForTrees);
      stack_.back().waits = true; // one that yields waits for nothing
      break;
    case EventKind::TaskGoesOn:
      if (!isTop(event.object) || !stack_.back().waits)
        return contradiction("a task goes on that did not wait");
      stack_.back().waits = false;
      break;
    default:
      break;
    }
    return {};
  }

  Result<void> begin(const Event &event, Ticks arrive) {
    auto found = index_.find(event.object);
    if (found == index_.end())
      return contradiction("a task begins that none created");
    MetTask &task = met_[found->second];
    if (std::exchange(task.begun, true))
      return contradiction("a task begins twice");
    const Frame &creator = stack_.back();
    bool has_arrived = creator.is_root && event.tick >= arrive;
    bool at_once = previous_ && previous_->kind == EventKind::TaskCreated &&
                   previous_->object == event.object && !has_arrived;
    bool in_other = !creator.is_root && met_[creator.task].stays;
    if (at_once && (in_other || !texts_.may_run_at_once || texts_.may_run_at_once(task.node))) {
      task.stays = true;
      steps_.back().step.kind = TaskStep::Kind::RunAtOnce; // the one that created it
    }
    stack_.push_back({.task = found->second});
    return {};
  }

  // By task. Those of one are in order: it runs on one thread.
  void sortSteps() {
    begins_.assign(met_.size() + 1, 0);
    for (const MetStep &step : steps_)
      ++begins_[step.task + 1];
    for (size_t i = 1; i < begins_.size(); ++i)
      begins_[i] += begins_[i - 1];
    std::vector<uint32_t> next(begins_.begin(), begins_.end() - 1);
    sorted_.resize(steps_.size());
    for (const MetStep &step : steps_)
      sorted_[next[step.task]++] = step.step;
  }

  // In depth first, so that what a task created lies behind it in one piece. Of a circle nothing is
  // reached.
  Result<TaskGraph> number() {
    TaskGraph graph;
    graph.tasks_.reserve(met_.size());
    graph.steps_.reserve(sorted_.size());
    struct Open {
      uint32_t met, task, next;
    };
    std::vector<Open> open;
    auto enter = [&](uint32_t met, uint32_t parent, uint32_t depth) {
      auto task = static_cast<uint32_t>(graph.tasks_.size());
      auto first = static_cast<uint32_t>(graph.steps_.size());
      graph.steps_.insert(graph.steps_.end(), sorted_.begin() + begins_[met],
                          sorted_.begin() + begins_[met + 1]);
      auto last = static_cast<uint32_t>(graph.steps_.size()) - 1;
      graph.tasks_.push_back({met_[met].node, parent, depth, first, last, task});
      for (uint32_t s = first; s <= last; ++s)
        addWithin(graph.work_, graph.steps_[s].work);
      open.push_back({met, task, first});
    };
    for (uint32_t root = 0; root < streams_.size(); ++root) {
      auto task = static_cast<uint32_t>(graph.tasks_.size());
      graph.roots_.push_back(task);
      enter(root, task, 0);
      while (!open.empty()) {
        Open &top = open.back();
        uint32_t end = graph.tasks_[top.task].last_step;
        while (top.next <= end && !creates(graph.steps_[top.next]))
          ++top.next;
        if (top.next > end) {
          graph.tasks_[top.task].last = static_cast<uint32_t>(graph.tasks_.size()) - 1;
          open.pop_back();
          continue;
        }
        TaskStep &step = graph.steps_[top.next++];
        uint32_t met = std::exchange(step.child, static_cast<uint32_t>(graph.tasks_.size()));
        uint32_t parent = top.task;
        enter(met, parent, graph.isRoot(parent) ? 0 : graph.tasks_[parent].depth + 1);
      }
    }
    if (graph.tasks_.size() != met_.size())
      return contradiction("tasks created each other");
    return graph;
  }

  static bool creates(const TaskStep &step) {
    return step.kind == TaskStep::Kind::Create || step.kind == TaskStep::Kind::RunAtOnce;
  }

  std::vector<TaskStream> streams_;
  const TaskTexts &texts_;
  std::vector<MetTask> met_;
  std::unordered_map<uint64_t, uint32_t> index_;
  std::vector<MetStep> steps_;
  std::vector<Frame> stack_; // of the thread that is walked
  const Event *previous_ = nullptr; // on that thread
  std::vector<uint32_t> begins_;
  std::vector<TaskStep> sorted_;
};

Result<TaskGraph> TaskGraph::of(std::span<const TaskStream> streams, const TaskTexts &texts) {
  return TaskGraphBuilder(streams, texts).build();
}

Ticks TaskGraph::workOf(uint32_t task) const {
  Ticks work = 0;
  for (uint32_t s = tasks_[task].first_step; s <= tasks_[task].last_step; ++s)
    addWithin(work, steps_[s].work);
  return work;
}

} // namespace tare
