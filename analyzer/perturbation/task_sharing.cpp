// SPDX-License-Identifier: Apache-2.0
#include "analyzer/perturbation/task_sharing.h"

#include <algorithm>
#include <vector>

namespace tare {

namespace {

Ticks scaledTicks(Ticks ticks, double factor) {
  return wholeTicks(static_cast<double>(ticks) * factor);
}

double part(Ticks now, Ticks then) {
  return then > 0 ? std::min(static_cast<double>(now) / static_cast<double>(then), 1.0) : 1;
}

struct Share {                         // of one thread
  Ticks end = 0, spare = 0, tasks = 0; // approximated; `tasks`: those that could run elsewhere
  Ticks task = 1;                      // the mean one
  Ticks gives(Ticks limit) const {     // so that it ends by then
    Ticks late = std::clamp<Ticks>(end - limit, 0, tasks);
    return late / task * task;
  }
  Ticks takes(Ticks limit) const { return std::max<Ticks>(limit - spare - end, 0); }
};

// The earliest end of the last one for which the others can take what is too late.
Ticks earliestEnd(const std::vector<Share> &shares) {
  auto end = [](const Share &a, const Share &b) { return a.end < b.end; };
  Ticks low = std::ranges::min_element(shares, end)->end;
  Ticks high = std::ranges::max_element(shares, end)->end;
  while (low < high) {
    Ticks middle = low + (high - low) / 2, given = 0, taken = 0;
    for (const Share &share : shares) {
      given += share.gives(middle);
      taken += share.takes(middle);
    }
    given <= taken ? high = middle : low = middle + 1;
  }
  return low;
}

} // namespace

TaskTimes operator+(const TaskTimes &a, const TaskTimes &b) {
  return {a.bodies + b.bodies, a.waits + b.waits, a.creation + b.creation, a.executed + b.executed,
          a.waited + b.waited};
}

TaskSharing::TaskSharing(const Profile &profile) : profile_(profile) {
  for (const ProfileModule &module : profile.modules)
    for (const Node &node : module.tree.nodes) {
      CostKind kind;
      if (!costKindOf(node.kind, Spent::Body, false, kind) || kind != CostKind::Task)
        continue;
      any_ = true;
      depend_ |= hasClause(node.clauses, "depend");
    }
}

bool TaskSharing::isKind(const SpentTime &record, CostKind wanted) const {
  const Node *node = profile_.node(record.node);
  CostKind kind;
  return node && hasCell(record.kind) && costKindOf(node->kind, record.kind, false, kind) &&
         kind == wanted;
}

TaskTimes TaskSharing::timesIn(const SpentList &records) const {
  TaskTimes times;
  for (const SpentTime &record : records) {
    if (isKind(record, CostKind::Task)) {
      times.bodies += record.ticks;
      times.executed += record.entries;
    } else if (isKind(record, CostKind::TaskWait)) {
      times.waits += record.ticks;
      times.waited += record.entries;
    } else if (isKind(record, CostKind::TaskCreation)) {
      times.creation += record.ticks + 1; // also one that took no tick
    }
  }
  return times;
}

TaskTimes TaskSharing::timesNow(const TaskWorker &worker) const {
  return timesIn(*worker.spent) + timesIn(*worker.in_wait);
}

// What no wait for tasks goes with ran at once, where it was created.
template <class Do> void TaskSharing::eachMovable(const TaskWorker &worker, const Do &task) const {
  auto each = [&](SpentList &records, Ticks &less) {
    for (SpentTime &record : records)
      if (isKind(record, CostKind::Task))
        task(record, less);
  };
  if (timesIn(*worker.spent).waited > 0)
    each(*worker.spent, *worker.less);
  each(*worker.in_wait, *worker.wait_less);
}

void TaskSharing::share(std::span<const TaskWorker> team) const {
  Ticks then = 0, now = 0;
  for (const TaskWorker &worker : team)
    then += worker.then.bodies;
  if (team.size() < 2 || then == 0)
    return;
  std::vector<Ticks> own;
  for (const TaskWorker &worker : team)
    now += own.emplace_back(timesNow(worker).bodies);
  for (size_t i = 0; i < team.size(); ++i) // as the tasks of the others did
    shrinkWaits(team[i], part(now - own[i], then - team[i].then.bodies));
  if (!depend_)
    starve(team);
  even(team, part(now, then));
}

void TaskSharing::shrinkWaits(const TaskWorker &worker, double factor) const {
  auto shrink = [&](SpentList &records, Ticks &less) {
    for (SpentTime &record : records) {
      if (!isKind(record, CostKind::TaskWait))
        continue;
      Ticks ticks = scaledTicks(record.ticks, factor);
      less += record.ticks - ticks;
      record.ticks = ticks;
    }
  };
  shrink(*worker.spent, *worker.less);
  shrink(*worker.in_wait, *worker.wait_less);
}

// Where one thread alone creates the tasks, the others are idle while that takes longer than
// running them does; besides, they wait for the last task of each time that it waits for them. What
// they are idle beyond that, they stay.
void TaskSharing::starve(std::span<const TaskWorker> team) const {
  auto creates = [](const TaskWorker &worker) { return worker.then.creation > 0; };
  auto creator = std::ranges::find_if(team, creates);
  if (std::ranges::count_if(team, creates) != 1)
    return;
  auto others = static_cast<Ticks>(team.size() - 1);
  auto idleOf = [&](Ticks busy, const TaskTimes &own, const TaskTimes &all) {
    Ticks executed = std::max<Ticks>(static_cast<Ticks>(all.executed), 1);
    Ticks alone = busy - own.bodies - own.waits - all.bodies / others;
    return std::max<Ticks>(alone, 0) + all.bodies / executed * static_cast<Ticks>(1 + own.waited);
  };
  TaskTimes then, now;
  for (const TaskWorker &worker : team) {
    then = then + worker.then;
    now = now + timesNow(worker);
  }
  Ticks idle_then = idleOf(creator->busy, creator->then, then);
  Ticks idle_now =
      idleOf(creator->busy - *creator->less - *creator->wait_less, timesNow(*creator), now);
  Ticks idle = 0;
  for (const TaskWorker &worker : team)
    idle += creates(worker) ? 0 : worker.idle;
  double part_left = part(idle_now * others + std::max<Ticks>(idle - idle_then * others, 0), idle);
  for (const TaskWorker &worker : team)
    if (!creates(worker))
      *worker.most_idle = scaledTicks(worker.idle, part_left);
}

void TaskSharing::even(std::span<const TaskWorker> team, double factor) const {
  std::vector<Share> shares;
  for (const TaskWorker &w : team) {
    Share &share = shares.emplace_back();
    share.end = w.open + w.busy - *w.less - *w.wait_less + scaledTicks(w.first, factor) +
                std::min(scaledTicks(w.idle, factor), *w.most_idle);
    share.spare = scaledTicks(w.spare, factor);
    Ticks entries = 0;
    eachMovable(w, [&](const SpentTime &record, Ticks &) {
      share.tasks += record.ticks;
      entries += record.entries;
    });
    share.task = std::max<Ticks>(share.tasks / std::max<Ticks>(entries, 1), 1);
  }
  Ticks limit = earliestEnd(shares), given = 0;
  SpentTime most; // of the constructs whose tasks are given away
  for (size_t i = 0; i < team.size(); ++i) {
    Ticks gives = shares[i].gives(limit);
    if (gives > 0)
      eachMovable(team[i], [&](const SpentTime &record, Ticks &) {
        most = record.ticks > most.ticks ? record : most;
      });
    given += gives;
    move(team[i], -gives, most);
  }
  for (size_t i = 0; i < team.size(); ++i) {
    Ticks taken = std::min(given, shares[i].takes(limit));
    given -= taken;
    move(team[i], taken, most);
  }
}

// To a thread, or from it: each of its tasks' constructs in proportion. One that ran none gets
// those of `construct`.
void TaskSharing::move(const TaskWorker &worker, Ticks amount, const SpentTime &construct) const {
  if (amount == 0)
    return;
  Ticks all = 0, seen = 0, moved = 0;
  eachMovable(worker, [&](const SpentTime &record, Ticks &) { all += record.ticks; });
  if (all == 0) {
    SpentTime record = construct;
    record.ticks = amount;
    record.entries = record.units = 0; // who began them is told by what was measured
    worker.in_wait->push_back(record);
    *worker.wait_less -= amount;
    return;
  }
  eachMovable(worker, [&](SpentTime &record, Ticks &less) {
    seen += record.ticks;
    Ticks until = scaledTicks(amount, static_cast<double>(seen) / static_cast<double>(all));
    record.ticks += until - moved;
    less -= until - moved;
    moved = until;
  });
}

} // namespace tare
