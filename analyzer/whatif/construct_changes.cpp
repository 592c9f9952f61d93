// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/construct_changes.h"

#include "analyzer/whatif/implied_hold.h"
#include "analyzer/whatif/lock_objects.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tare {

namespace {

using Kind = ConstructChange::Kind;

double sumOf(const std::vector<double> &values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

bool isLockChange(Kind kind) {
  return kind == Kind::NoLock || kind == Kind::SplitLock || kind == Kind::ShorterLock;
}

std::vector<bool> nodesOf(const Profile &profile, const std::set<std::string> &ids) {
  std::vector<bool> nodes(profile.nodeCount(), false);
  for (const ProfileModule &module : profile.modules)
    for (size_t i = 0; i < module.tree.nodes.size(); ++i)
      nodes[module.first_node + i] = ids.count(module.tree.nodes[i].id.text()) > 0;
  return nodes;
}

} // namespace

ConstructChanges::ConstructChanges(const Profile &profile, const Teams &teams,
                                   const std::vector<ConstructChange> &changes,
                                   const ChangePrices &prices)
    : profile_(profile), loops_(loopsOf(profile, teams)), prices_(prices),
      applied_(changes.size(), false), no_barrier_(profile.nodeCount(), false),
      lock_of_(lockObjects(profile)) {
  std::vector<double> holds = impliedHolds(profile);
  for (size_t node = 0; node < lock_of_.size(); ++node)
    if (int lock = lock_of_[node]; lock >= 0) {
      locks_.resize(std::max(locks_.size(), static_cast<size_t>(lock + 1)));
      locks_[static_cast<size_t>(lock)].implied_hold = holds[node];
    }
  for (const ConstructChange &asked : changes) {
    std::vector<bool> nodes = nodesOf(profile, asked.constructs);
    changes_.push_back({&asked, nodes, withInner(profile, nodes)});
  }
  if (std::ranges::any_of(changes, [](const ConstructChange &c) { return c.kind == Kind::OneRegion; }))
    one_region_.emplace(profile, teams, prices.barrier);
  for (const Change &change : changes_) {
    Kind kind = change.asked->kind;
    for (size_t node = 0; node < change.nodes.size(); ++node) {
      if (kind == Kind::NoBarrier && change.nodes[node])
        no_barrier_[node] = true;
      if (!isLockChange(kind) || !change.inner[node] || lock_of_[node] < 0)
        continue;
      Lock &lock = locks_[static_cast<size_t>(lock_of_[node])];
      lock.change = &change;
      lock.is_none |= kind == Kind::NoLock;
      (kind == Kind::SplitLock ? lock.servers : lock.hold) = change.asked->factor;
    }
  }
}

void ConstructChanges::own(std::span<Arrival> team) {
  remember(team);
  for (const Change &change : changes_)
    switch (change.asked->kind) {
    case Kind::Faster:
      for (Arrival &arrival : team)
        makeFaster(change, arrival);
      break;
    case Kind::BiggerTasks:
      for (Arrival &arrival : team)
        makeBigger(change, arrival);
      break;
    case Kind::OneRegion:
      for (Arrival &arrival : team)
        stayTogether(change, arrival);
      break;
    case Kind::Balanced:
      shareOut(change, team);
      break;
    case Kind::Schedule:
      for (const auto &[loop, known] : loops_)
        if (change.nodes[loop])
          reschedule(change, loop, team);
      break;
    default:
      break;
    }
}

void ConstructChanges::remember(std::span<Arrival> team) {
  before_.resize(team.size());
  for (size_t i = 0; i < team.size(); ++i) {
    before_[i].clear();
    for (const SpentTime &record : team[i].segment->spent) {
      before_[i].push_back(record.ticks);
      team[i].creation += record.kind == Spent::Creation ? record.ticks : 0;
    }
  }
}

void ConstructChanges::change(Arrival &arrival, SpentTime &record, Ticks ticks, bool in_wait) {
  Ticks less = record.ticks - ticks;
  (in_wait ? arrival.wait_less : arrival.less) += less;
  moved_ += std::abs(static_cast<double>(less));
  record.ticks = ticks;
}

void ConstructChanges::makeFaster(const Change &of, Arrival &arrival) {
  for (bool in_wait : {false, true})
    for (SpentTime &record : in_wait ? arrival.segment->in_wait : arrival.segment->spent) {
      if (!of.inner[record.node] || !(isWork(record.kind) || record.kind == Spent::Scheduling))
        continue;
      applied_[static_cast<size_t>(&of - changes_.data())] = true;
      change(arrival, record, cutTicks(static_cast<double>(record.ticks) / of.asked->factor),
             in_wait);
    }
}

void ConstructChanges::stayTogether(const Change &of, Arrival &arrival) {
  for (SpentTime &record : arrival.segment->spent)
    if (record.kind == Spent::Fork && of.nodes[record.node]) {
      applied_[static_cast<size_t>(&of - changes_.data())] = true;
      OneRegion::Start start = one_region_->startOf(arrival.segment->instance, record.ticks);
      change(arrival, record, start.ticks);
      doubt_ += start.doubt;
    }
}

// Fewer are created and fetched; what they do stays.
void ConstructChanges::makeBigger(const Change &of, Arrival &arrival) {
  for (bool in_wait : {false, true})
    for (SpentTime &record : in_wait ? arrival.segment->in_wait : arrival.segment->spent)
      if (of.inner[record.node] && (record.kind == Spent::Creation ||
                                    record.kind == Spent::TaskGap ||
                                    record.kind == Spent::Fetching)) {
        applied_[static_cast<size_t>(&of - changes_.data())] = true;
        change(arrival, record, cutTicks(static_cast<double>(record.ticks) / of.asked->factor),
               in_wait);
      }
}

LoopAtMeeting ConstructChanges::at(uint32_t loop, const std::vector<bool> &inner,
                                   std::span<Arrival> team) const {
  LoopAtMeeting here;
  for (const Arrival &arrival : team) {
    double time = 0, iterations = 0, begin = 0;
    bool has_begun = false;
    for (const SpentTime &record : arrival.segment->spent) {
      has_begun |= inner[record.node];
      if (!has_begun)
        begin += static_cast<double>(record.ticks);
      if (inner[record.node] && isWork(record.kind))
        time += static_cast<double>(record.ticks);
      if (record.node == loop && record.kind == Spent::Body)
        iterations += unitsOf(profile_.threads[arrival.place.thread], record);
    }
    here.times.push_back(time);
    here.iterations.push_back(iterations);
    here.begins.push_back(begin);
  }
  here.work = sumOf(here.times);
  here.count = sumOf(here.iterations);
  return here;
}

// Each thread's records inside in proportion; one that had none gets one.
void ConstructChanges::setTimes(const Change &of, uint32_t main, std::span<Arrival> team,
                                const std::vector<double> &then, const std::vector<double> &now) {
  for (size_t i = 0; i < team.size(); ++i) {
    Arrival &arrival = team[i];
    if (then[i] <= 0) {
      if (Ticks more = cutTicks(now[i]); more > 0) {
        arrival.segment->spent.push_back({0, main, Spent::Body, 0, 0});
        before_[i].push_back(0);
        change(arrival, arrival.segment->spent.back(), more);
      }
      continue;
    }
    double factor = now[i] / then[i];
    for (SpentTime &record : arrival.segment->spent)
      if (of.inner[record.node] && isWork(record.kind)) {
        if (record.units > 0 && record.units < SpentTime::most)
          record.units = static_cast<uint16_t>(
              std::clamp(std::round(record.units * factor), 0.0, SpentTime::most - 1.0));
        change(arrival, record, cutTicks(static_cast<double>(record.ticks) * factor));
      }
  }
}

void ConstructChanges::shareOut(const Change &of, std::span<Arrival> team) {
  for (uint32_t main = 0; main < of.nodes.size(); ++main) {
    if (!of.nodes[main])
      continue;
    std::vector<bool> alone(of.nodes.size(), false);
    alone[main] = true;
    Change one{of.asked, alone, withInner(profile_, alone)};
    LoopAtMeeting here = at(main, one.inner, team);
    if (here.work <= 0)
      continue;
    applied_[static_cast<size_t>(&of - changes_.data())] = true;
    setTimes(one, main, team, here.times,
             std::vector<double>(team.size(), here.work / static_cast<double>(team.size())));
  }
}

// What a thread took beyond what a static schedule as written makes of the curve stays with another
// static one: it is chance, or a slower core. Where chunks are dispatched it is spread.
void ConstructChanges::reschedule(const Change &of, uint32_t loop, std::span<Arrival> team) {
  const LoopKnowledge &known = loops_.at(loop);
  std::vector<bool> alone(of.nodes.size(), false);
  alone[loop] = true;
  Change one{of.asked, alone, withInner(profile_, alone)};
  LoopAtMeeting here = at(loop, one.inner, team);
  if (here.work <= 0 || here.count <= 0)
    return;
  applied_[static_cast<size_t>(&of - changes_.data())] = true;
  CostCurve curve = curveAt(known, here);
  const LoopSchedule &schedule = of.asked->schedule;
  size_t n = team.size();
  double fetch = known.dispatch > 0 ? known.dispatch : prices_.dispatch.ticks;
  LoopShares before{here.times, here.iterations, std::vector<double>(n, 0)};
  if (known.schedule && !known.schedule->dispatches())
    before = sharedOut(*known.schedule, here.count, curve, here.work, n, here.begins,
                       known.dispatch);
  LoopShares after = sharedOut(schedule, here.count, curve, here.work, n, here.begins, fetch);
  std::vector<double> now(n);
  for (size_t i = 0; i < n; ++i) {
    double rest = here.times[i] - before.time[i];
    now[i] = std::max(after.time[i] + (schedule.dispatches() ? 0 : rest), 0.0);
  }
  double factor = here.work / std::max(sumOf(now), 1.0);
  for (double &time : now)
    time *= factor;
  setTimes(one, loop, team, here.times, now);
  setScheduling(loop, team, after, schedule);
}

void ConstructChanges::setScheduling(uint32_t loop, std::span<Arrival> team,
                                     const LoopShares &after, const LoopSchedule &schedule) {
  const LoopKnowledge &known = loops_.at(loop);
  bool did = known.schedule && known.schedule->dispatches();
  for (size_t i = 0; i < team.size(); ++i) {
    Arrival &arrival = team[i];
    auto found = std::ranges::find_if(arrival.segment->spent, [&](const SpentTime &record) {
      return record.node == loop && record.kind == Spent::Scheduling;
    });
    double then = found == arrival.segment->spent.end() ? 0 : static_cast<double>(found->ticks);
    double set_up = did ? std::min(then, known.dispatch) : then;
    double now = set_up;
    if (schedule.dispatches()) {
      double fetch = known.dispatch > 0 ? known.dispatch : prices_.dispatch.ticks;
      now = set_up + after.chunks[i] * fetch;
      if (known.dispatch <= 0)
        doubt_ += after.chunks[i] * prices_.dispatch.doubt;
    }
    if (found == arrival.segment->spent.end()) {
      if (cutTicks(now) <= 0)
        continue;
      arrival.segment->spent.push_back({0, loop, Spent::Scheduling, 0, 0});
      before_[i].push_back(0);
      found = arrival.segment->spent.end() - 1;
    }
    change(arrival, *found, cutTicks(now));
  }
}

void ConstructChanges::together(std::span<Arrival> team) {
  if (behind_removed_ == team.front().segment->instance)
    for (const auto &[loop, known] : loops_)
      if (known.schedule && known.schedule->dispatches())
        redispatch(loop, team);
  for (int lock = 0; lock < static_cast<int>(locks_.size()); ++lock)
    shrinkLock(lock, team);
}

bool ConstructChanges::takesLocks(const std::vector<bool> &inner, std::span<Arrival> team) const {
  for (const Arrival &arrival : team)
    for (const SpentTime &record : arrival.segment->spent)
      if (inner[record.node] && lock_of_[record.node] >= 0)
        return true;
  return false;
}

// Behind a barrier that nobody waits at threads come to a loop at other times, and who is free takes
// its iterations.
void ConstructChanges::redispatch(uint32_t loop, std::span<Arrival> team) {
  std::vector<bool> alone(profile_.nodeCount(), false);
  alone[loop] = true;
  Change one{nullptr, alone, withInner(profile_, alone)};
  LoopAtMeeting here = at(loop, one.inner, team);
  if (here.work <= 0 || here.count <= 0)
    return;
  Ticks first = team.front().open_now, last = first;
  for (const Arrival &arrival : team) {
    first = std::min(first, arrival.open_now);
    last = std::max(last, arrival.open_now);
  }
  if (takesLocks(one.inner, team)) { // waits for them decide who is free
    doubt_ += static_cast<double>(last - first) * static_cast<double>(team.size());
    return;
  }
  for (size_t i = 0; i < team.size(); ++i)
    here.begins[i] += static_cast<double>(team[i].open_now - first);
  const LoopKnowledge &known = loops_.at(loop);
  LoopShares after = sharedOut(*known.schedule, here.count, curveAt(known, here), here.work,
                               team.size(), here.begins, known.dispatch);
  setTimes(one, loop, team, here.times, after.time);
}

// As in a closed queue, from the wait that was measured (replay/lock_queue.h). Of a lock that is
// held for a shorter time the rest is done around it.
void ConstructChanges::shrinkLock(int number, std::span<Arrival> team) {
  const Lock &lock = locks_[static_cast<size_t>(number)];
  LockCycle then, now;
  double acquisitions = 0;
  int users = 0;
  for (size_t i = 0; i < team.size(); ++i) {
    const Arrival &a = team[i];
    double mine = 0, wait = 0, hold_then = 0, hold_now = 0;
    for (size_t r = 0; r < a.segment->spent.size(); ++r) {
      const SpentTime &record = a.segment->spent[r];
      if (!hasCell(record.kind) || lock_of_[record.node] != number)
        continue;
      if (record.kind == Spent::Wait) {
        mine += entriesOf(profile_.threads[a.place.thread], record);
        wait += static_cast<double>(before_[i][r]);
      } else {
        hold_then += static_cast<double>(before_[i][r]);
        hold_now += static_cast<double>(record.ticks);
      }
    }
    if (mine == 0)
      continue;
    ++users;
    acquisitions += mine;
    auto length = static_cast<double>(a.arrive - a.open);
    if (hold_then <= 0)
      hold_then = hold_now = std::min(lock.implied_hold * mine, std::max(length - wait, 0.0));
    then.wait += wait;
    then.hold += hold_then;
    then.think += std::max(length - wait - hold_then, 0.0);
    now.hold += hold_now / lock.hold;
    now.think +=
        std::max(length - static_cast<double>(a.less) - wait - hold_now / lock.hold, 0.0);
  }
  bool is_same = then.think == now.think && then.hold == now.hold && !lock.change;
  if (users == 0 || is_same)
    return;
  if (lock.change)
    applied_[static_cast<size_t>(lock.change - changes_.data())] = true;
  if (then.wait <= 0)
    return;
  for (LockCycle *cycle : {&then, &now})
    for (double LockCycle::*part : {&LockCycle::think, &LockCycle::wait, &LockCycle::hold})
      cycle->*part /= acquisitions;
  double factor = lock.is_none ? 0
                  : users < 2  ? 1
                               : waitThen(users, then, users, now, lock.servers) / then.wait;
  for (Arrival &a : team)
    for (SpentTime &record : a.segment->spent)
      if (record.kind == Spent::Wait && lock_of_[record.node] == number)
        change(a, record, cutTicks(static_cast<double>(record.ticks) * factor));
}

bool ConstructChanges::waits(std::span<const Arrival> team) {
  const Segment &any = *team.front().segment;
  bool removed = !any.is_last && no_barrier_[any.barrier_node];
  behind_removed_ = removed ? any.instance : 0;
  if (!removed)
    return true;
  for (size_t i = 0; i < changes_.size(); ++i)
    if (changes_[i].asked->kind == Kind::NoBarrier && changes_[i].nodes[any.barrier_node])
      applied_[i] = true;
  return false;
}

} // namespace tare
