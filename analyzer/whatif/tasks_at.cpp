// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/tasks_at.h"

#include "analyzer/whatif/loop_knowledge.h"

#include <algorithm>

namespace tare {

namespace {

/// Those of a thread in a segment of its log.
std::span<const Event> eventsIn(const ProfileThread &thread, const Segment &segment) {
  auto from = std::ranges::lower_bound(thread.events, segment.open, {}, &Event::tick);
  auto to = thread.events.end();
  if (segment.leave > 0)
    to = std::ranges::lower_bound(thread.events, segment.leave, {}, &Event::tick);
  return from < to ? std::span<const Event>(from, to) : std::span<const Event>();
}

/// Of a meeting at that time.
bool areComplete(const Profile &profile, Ticks meeting) {
  Ticks last = -1;
  for (const ProfileThread &thread : profile.threads)
    if (!thread.events.empty())
      last = std::max(last, thread.events.back().tick);
  return !profile.events_full || meeting <= last;
}

bool createsTask(const Event &event) { return event.kind == EventKind::TaskCreated; }

std::map<uint32_t, TaskCosts> costsIn(const Profile &profile, const Meeting &meeting,
                                      double &fetching) {
  std::map<uint32_t, TaskCosts> costs;
  for (LogPlace place : meeting.arrivals) {
    const Segment &segment = segmentAt(profile, place);
    for (const SpentList *list : {&segment.spent, &segment.in_wait})
      for (const SpentTime &record : *list) {
        auto ticks = static_cast<double>(record.ticks);
        if (record.kind == Spent::Creation) {
          costs[record.node].creates += ticks;
          costs[record.node].entries += entriesOf(profile.threads[place.thread], record);
        } else if (record.kind == Spent::TaskGap) {
          costs[record.node].gaps += ticks;
        } else if (record.kind == Spent::Fetching) {
          fetching += ticks;
        }
      }
  }
  return costs;
}

double ratio(double ticks, double count) { return count > 0 ? ticks / count : 0; }

bool decidesByText(const Profile &profile, uint32_t node) {
  const Node *of = profile.node(node);
  return of && (findClause(of->clauses, "if") || findClause(of->clauses, "final"));
}

// Waits for tasks are told by the construct that waits: each task has an equal part of that.
void takeCosts(TasksAt &tasks, double fetching) {
  for (const GraphTask &task : tasks.graph.tasks())
    if (&tasks.graph.tasks()[task.parent] != &task)
      ++tasks.costs[task.node].tasks;
  double part = ratio(fetching, static_cast<double>(tasks.graph.explicitTasks()));
  for (auto &[node, of] : tasks.costs) {
    auto count = static_cast<double>(of.tasks);
    tasks.creates += of.creates;
    tasks.policy.nodes[node].create = cutTicks(ratio(of.creates, count));
    tasks.policy.nodes[node].fetch = cutTicks(ratio(of.gaps, count) + part);
  }
}

} // namespace

Result<TasksAt> tasksAtMeeting(const Profile &profile, const Meeting &meeting, size_t team) {
  std::vector<TaskStream> streams;
  Ticks first = 0, last = 0;
  bool any = false;
  for (LogPlace place : meeting.arrivals) {
    const Segment &segment = segmentAt(profile, place);
    std::span<const Event> events = eventsIn(profile.threads[place.thread], segment);
    any |= std::ranges::any_of(events, createsTask);
    first = streams.empty() ? segment.open : std::min(first, segment.open);
    last = std::max({last, segment.arrive, segment.in_wait.empty() ? 0 : segment.last_task});
    streams.push_back({segment.thread_num, segment.instance, segment.open, segment.arrive, events});
  }
  if (!areComplete(profile, last))
    return Error{"the events of tasks are not complete: there was no memory for more", "",
                 "set TARE_EVENTS_MIB to a larger number, and measure again"};
  if (!any)
    return Error{.message = no_task_events};
  TasksAt tasks;
  double fetching = 0;
  tasks.costs = costsIn(profile, meeting, fetching);
  TaskTexts texts;
  texts.creation = [&](uint32_t node) {
    auto found = tasks.costs.find(node);
    return found == tasks.costs.end()
               ? 0
               : cutTicks(ratio(found->second.creates, found->second.entries));
  };
  texts.may_run_at_once = [&](uint32_t node) { return decidesByText(profile, node); };
  TARE_TRY(tasks.graph, TaskGraph::of(streams, texts));
  tasks.policy = profile.openmp_runtime == "libgomp" ? TaskPolicy::libgomp(team) : TaskPolicy::libomp();
  takeCosts(tasks, fetching);
  tasks.span = last - first;
  return tasks;
}

std::vector<size_t> rootsOn(size_t roots, size_t team) {
  std::vector<size_t> on;
  for (size_t root = 0; root < roots; ++root)
    on.push_back(root * team / roots);
  return on;
}

TaskShares sharesOf(const TaskRun &run) {
  TaskShares shares;
  shares.makespan = run.makespan;
  double all = 0, busy = 0;
  for (const TaskRun::Thread &thread : run.threads) {
    all += static_cast<double>(thread.tasks);
    busy += static_cast<double>(thread.busy());
  }
  for (const TaskRun::Thread &thread : run.threads)
    shares.part.push_back(ratio(static_cast<double>(thread.tasks), all));
  auto threads = static_cast<double>(run.threads.size());
  shares.beyond = std::max<Ticks>(run.makespan - cutTicks(busy / threads), 0);
  return shares;
}

std::optional<TaskShares> tasksAt(const Profile &profile, const Meeting &meeting, size_t team,
                                  const TaskPolicy &policy) {
  Result<TasksAt> tasks = tasksAtMeeting(profile, meeting, team);
  if (!tasks.ok() || team == 0)
    return {};
  TaskThreads threads{.count = team,
                      .root_on = rootsOn(tasks.value().graph.roots().size(), team)};
  return sharesOf(simulateTasks(tasks.value().graph, threads, policy));
}

} // namespace tare
