// SPDX-License-Identifier: Apache-2.0
// Tasks of a phase: by the graph of them where events tell it, else as a fluid.
#include "analyzer/whatif/shared_phase.h"

#include "analyzer/whatif/task_prices.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tare {

bool SharedPhase::isTask(const PhaseItem &item) const {
  return shareOf(item).kind == WorkShare::Kind::Task;
}

bool SharedPhase::isTaskWait(const PhaseItem &item) const {
  const Node *node = profile_.node(item.node);
  return (item.kind == Spent::Wait || item.kind == Spent::Fetching) && node &&
         runsTasksInWaits(node->kind);
}

bool SharedPhase::hasCutoff() const {
  return std::ranges::any_of(items_, [this](const PhaseItem &item) {
    return (item.kind == Spent::Body || item.kind == Spent::Creation) &&
           knowledge_.cutoffs.count(item.node) > 0;
  });
}

void SharedPhase::shareTasks(const Meeting &meeting) {
  double all = 0, tasks = 0;
  for (PhaseItem &item : items_)
    if (isTask(item)) {
      all += sum(item.ticks);
      tasks += item.kind == Spent::Body && item.node == shareOf(item).main ? sum(item.entries) : 0;
    }
  if (all <= 0)
    return;
  Result<TasksAt> known = Error{.message = no_task_events};
  if (has_events_)
    known = tasksAtMeeting(profile_, meeting, team_);
  if (known.ok())
    return simulate(std::move(known).value());
  if (hasCutoff())
    refusal_ = known.error().text();
  if (has_events_)
    untold_ = known.error().text();
  fillUp(all, tasks);
}

// The threads fill up to one level; who creates the tasks is as busy with that as before.
void SharedPhase::fillUp(double all, double tasks) {
  std::vector<double> level(team_);
  for (size_t j = 0; j < team_; ++j)
    level[j] = busy(j);
  std::vector<double> sorted = level;
  std::ranges::sort(sorted);
  double below = 0, top = 0;
  for (size_t n = 1; n <= team_; ++n) {
    below += sorted[n - 1];
    top = (below + all) / static_cast<double>(n);
    if (n == team_ || top <= sorted[n])
      break;
  }
  std::vector<double> parts(team_);
  for (size_t j = 0; j < team_; ++j)
    parts[j] = std::max(top - level[j], 0.0);
  for (PhaseItem &item : items_)
    if (shareOf(item).kind == WorkShare::Kind::Task)
      divide(item, parts);
  doubt_ += all / std::max(tasks, 1.0) / 2; // the last one ends by chance
  if (then_ == 1 && team_ > 1) // threads then meet at the runtime's own locks
    doubt_ += tasks * knowledge_.task_contention;
}

// What the items say of all tasks together holds; who does how much of it, and when, is simulated.
// Waits for tasks follow from that. What the same simulation misses of the measured phase is doubt.
void SharedPhase::simulate(TasksAt tasks) {
  TaskPolicy as_it_was = tasks.policy;
  for (const auto &[node, depth] : knowledge_.cutoffs)
    if (tasks.costs.count(node) > 0)
      tasks.policy.nodes[node].cutoff = depth;
  for (PhaseItem &item : items_)
    if (isTaskWait(item))
      std::ranges::fill(item.now, 0);
  keepCreations(tasks);

  double body = 0, work = 0;
  for (const PhaseItem &item : items_)
    if (isTask(item) && !isTaskWait(item) && item.kind != Spent::Creation)
      body += sum(item.ticks);
  for (uint32_t task = 0; task < tasks.graph.tasks().size(); ++task)
    work += tasks.graph.isRoot(task) ? 0 : static_cast<double>(tasks.graph.workOf(task));
  for (auto &[node, policy] : tasks.policy.nodes)
    policy.faster = body > 0 && work > 0 ? work / body : 1;

  TaskRun run = simulateTasks(tasks.graph, threadsFor(tasks), tasks.policy);
  TaskShares shares = sharesOf(run);
  for (PhaseItem &item : items_)
    if (isTask(item)) {
      item.in_tasks = true;
      std::vector<double> kept = item.now; // of creations: what keepCreations has left, all together
      divide(item, shares.part);
      if (isTaskWait(item))
        std::ranges::fill(item.now, 0);
      else if (double before = sum(item.now); item.kind == Spent::Creation && before > 0)
        for (double &now : item.now)
          now *= sum(kept) / before;
    }
  for (size_t j = 0; j < team_; ++j) {
    const TaskRun::Thread &thread = run.threads[j];
    auto all = static_cast<double>(thread.tasks), early = static_cast<double>(thread.early);
    late_[j] = {all > 0 ? 1 - early / all : 0, thread.first_task, thread.last_task};
  }
  setOwnWaits(run);

  Ticks again = simulateTasks(tasks.graph, {then_}, as_it_was).makespan;
  doubt_ += std::abs(static_cast<double>(again - tasks.span)) / 2;
  double count = std::max(static_cast<double>(tasks.graph.explicitTasks()), 1.0);
  doubt_ += body / count / 2; // the last one ends by chance
  if (then_ == 1 && team_ > 1) // threads then meet at the runtime's own locks
    doubt_ += count * knowledge_.task_contention;
}

// Those of tasks that run at once under a cutoff go: of tasks' own creations all together, as their
// threads are not known yet.
void SharedPhase::keepCreations(const TasksAt &tasks) {
  struct Kept {
    double of_roots = 0, kept_of_roots = 0, of_tasks = 0, kept_of_tasks = 0;
  };
  std::map<uint32_t, Kept> kept;
  TaskPrices prices(tasks.graph, tasks.policy);
  for (uint32_t task = 0; task < tasks.graph.tasks().size(); ++task)
    if (!tasks.graph.isRoot(task)) {
      const GraphTask &of = tasks.graph.tasks()[task];
      Kept &here = kept[of.node];
      bool by_root = tasks.graph.isRoot(of.parent);
      (by_root ? here.of_roots : here.of_tasks) += 1;
      (by_root ? here.kept_of_roots : here.kept_of_tasks) += prices.isCut(task) ? 0 : 1;
    }
  for (PhaseItem &item : items_) {
    if (item.kind != Spent::Creation)
      continue;
    const Kept &here = kept[item.node];
    if (isTask(item)) {
      double part = here.of_tasks > 0 ? here.kept_of_tasks / here.of_tasks : 1;
      std::ranges::fill(item.now, 0);
      item.now.front() = sum(item.ticks) * part;
    } else {
      double part = here.of_roots > 0 ? here.kept_of_roots / here.of_roots : 1;
      for (double &now : item.now)
        now *= part;
    }
  }
}

// An implicit task does what the items say of its thread beside tasks, no more and no less; before
// its first task, if that is more than its own graph knows.
TaskThreads SharedPhase::threadsFor(const TasksAt &tasks) const {
  const std::vector<uint32_t> &roots = tasks.graph.roots();
  TaskThreads threads{.count = team_, .root_on = rootsOn(roots.size(), team_)};
  TaskPrices prices(tasks.graph, tasks.policy);
  std::vector<double> work(team_, 0), creates(team_, 0), level(team_, 0);
  for (size_t r = 0; r < roots.size(); ++r) {
    const GraphTask &root = tasks.graph.tasks()[roots[r]];
    for (uint32_t s = root.first_step; s <= root.last_step; ++s) {
      const TaskStep &step = tasks.graph.steps()[s];
      work[threads.root_on[r]] += static_cast<double>(step.work);
      if (step.kind == TaskStep::Kind::Create || step.kind == TaskStep::Kind::RunAtOnce)
        creates[threads.root_on[r]] += static_cast<double>(prices.create(step.child));
    }
  }
  for (const PhaseItem &item : items_)
    for (size_t j = 0; !isTask(item) && j < team_; ++j)
      level[j] += item.now[j];
  std::vector<double> faster(team_, 1);
  for (size_t j = 0; j < team_; ++j) {
    double own = std::max(level[j] - creates[j], 0.0);
    threads.before.push_back(cutTicks(std::max(own - work[j], 0.0)));
    if (own < work[j])
      faster[j] = own > 0 ? work[j] / own : std::numeric_limits<double>::infinity();
  }
  for (size_t root : threads.root_on)
    threads.root_faster.push_back(faster[root]);
  return threads;
}

// What is left until its implicit task has ended it waits for tasks, or fetches them.
void SharedPhase::setOwnWaits(const TaskRun &run) {
  auto wait = std::ranges::find_if(items_, [this](const PhaseItem &item) {
    return item.kind == Spent::Wait && isTaskWait(item) && !isTask(item);
  });
  if (wait == items_.end())
    return;
  for (size_t j = 0; j < team_; ++j) {
    double own = 0;
    for (const PhaseItem &item : items_)
      own += item.now[j] * (item.in_tasks ? 1 - late_[j].part : 1);
    wait->now[j] = std::max(static_cast<double>(run.threads[j].own_end) - own, 0.0);
  }
}

} // namespace tare
