// SPDX-License-Identifier: Apache-2.0
#include "analyzer/perturbation/without_probes.h"

#include "analyzer/replay/nested.h"
#include "analyzer/replay/replay.h"

#include <algorithm>
#include <utility>

namespace tare {

WithoutProbes::WithoutProbes(const Profile &profile, Removal &removal)
    : profile_(profile), removal_(removal), interruptions_(removal.interruptions()),
      chance_(removal.dispersion()), locks_(profile, removal.dispersion()), sharing_(profile) {}

void WithoutProbes::own(std::span<Arrival> team) {
  if (uint64_t instance = team.front().segment->instance; instance != instance_) {
    behind_barrier_.assign(profile_.threads.size(), 0);
    instance_ = instance;
  }
  team_ = team;
  taken_.clear();
  for (Arrival &arrival : team)
    taken_.push_back(takeFrom(arrival));
}

WithoutProbes::Taken WithoutProbes::takeFrom(Arrival &a) {
  Segment &s = *a.segment;
  uint32_t thread = a.place.thread;
  Taken taken{.away = removal_.awayFromEnd(thread, s)};
  Ticks probes = removal_.probes(), means = removal_.means();
  if (sharing_.any()) {
    TaskTimes before = sharing_.timesIn(s.spent);
    a.creation = before.creation;
    taken.tasks = before + sharing_.timesIn(s.in_wait);
  }
  if (locks_.any())
    for (const SpentTime &record : s.spent)
      taken.before.push_back(record.ticks);
  a.less = removal_.fromSegment(thread, s, idleBefore(a));
  if (!s.in_wait.empty())
    a.wait_less = removal_.fromWait(thread, s, taken.around);
  Ticks between = a.idle - a.first_idle, around = std::min(taken.around, between);
  taken.around -= around;
  a.idle -= removal_.take(between, around);
  taken.probes = removal_.probes() - probes;
  taken.since_leave = removal_.means() - means + std::exchange(behind_barrier_[thread], 0);
  return taken;
}

// Since its thread's last sign of life, when a region begins.
Ticks WithoutProbes::idleBefore(const Arrival &a) const {
  const Segment &segment = *a.segment;
  if (segment.ordinal > 0 || a.place.index == 0)
    return segment.ordinal > 0 ? 0 : segment.open;
  const std::vector<Segment> &log = profile_.threads[a.place.thread].log;
  size_t index = a.place.index - 1;
  while (index > 0 && depthOn(log[index]) > depthOn(segment)) // nested in this one
    --index;
  const Segment &last = log[index];
  return std::max<Ticks>(segment.open - std::max(endOf(last), last.leave), 0);
}

void WithoutProbes::together(std::span<Arrival> team) {
  if (team.size() < 2)
    return;
  if (locks_.any())
    shrinkLocks(team);
  if (sharing_.any())
    shareTasks(team);
}

void WithoutProbes::shrinkLocks(std::span<Arrival> team) {
  std::vector<LockUser> users;
  for (Arrival &a : team)
    users.push_back({&a.segment->spent, &of(team, a).before, a.arrive - a.open, &a.less});
  locks_.shrink(users);
}

void WithoutProbes::shareTasks(std::span<Arrival> team) {
  Ticks over = 0;
  for (const Arrival &a : team)
    over = std::max(over, a.end);
  std::vector<TaskWorker> workers;
  for (Arrival &a : team)
    workers.push_back({.spent = &a.segment->spent,
                       .in_wait = &a.segment->in_wait,
                       .then = of(team, a).tasks,
                       .busy = a.busy,
                       .first = a.first_idle,
                       .idle = a.idle - a.first_idle,
                       .spare = over - a.end,
                       .open = a.open_now,
                       .less = &a.less,
                       .wait_less = &a.wait_less,
                       .most_idle = &a.most_idle});
  sharing_.share(workers);
}

void WithoutProbes::arrived(std::span<Arrival> team) {
  evenOut(team);
  settleInterruptions(team);
}

// What chance moved cannot be told where a thread ran tasks or nested regions, or where one of the
// team is missing.
bool WithoutProbes::isMovedByChance(const Arrival &a, const Taken &taken) const {
  const Segment &s = *a.segment;
  return s.in_wait.empty() && taken.tasks.executed == 0 && a.creation == 0 && a.nested.empty() &&
         a.nested_before.empty() && nestedIn(s.spent).empty() && removal_.canLengthen(s);
}

void WithoutProbes::evenOut(std::span<Arrival> arrivals) {
  std::vector<Arrival *> by_number(arrivals.size(), nullptr);
  std::vector<ChanceArrival> team(arrivals.size());
  for (Arrival &a : arrivals) {
    const Segment &s = *a.segment;
    if (a.behind_gap || s.team_size != team.size() || s.thread_num >= team.size() ||
        by_number[s.thread_num] || !isMovedByChance(a, of(arrivals, a)))
      return;
    by_number[s.thread_num] = &a;
    team[s.thread_num] = {of(arrivals, a).since_leave, s.arrive};
  }
  const Segment &any = *arrivals.front().segment;
  std::vector<Ticks> later =
      chance_.later({any.region_node, any.barrier_node, team.size(), any.ordinal == 0}, team);
  Ticks asked = 0, taken = 0;
  for (size_t number = 0; number < team.size(); ++number)
    if (later[number] < 0) {
      Ticks earlier = removal_.fromLongest(*by_number[number]->segment, -later[number]);
      by_number[number]->move(-earlier);
      asked -= later[number];
      taken += earlier;
    }
  for (size_t number = 0; number < team.size(); ++number)
    if (later[number] > 0) { // the mean of the team stays
      Ticks by = cutTicks(static_cast<double>(later[number]) *
                          (static_cast<double>(taken) / static_cast<double>(asked)));
      removal_.lengthen(*by_number[number]->segment, by);
      by_number[number]->move(by);
    }
}

// Where tasks or nested regions end a segment, nobody can tell what made it late.
void WithoutProbes::settleInterruptions(std::span<Arrival> team) {
  std::vector<OnItsWay> on_their_way;
  for (const Arrival &a : team)
    on_their_way.push_back({of(team, a).probes, endOf(*a.segment)});
  auto last = std::ranges::max_element(on_their_way, {}, &OnItsWay::end) - on_their_way.begin();
  Arrival &late = team[static_cast<size_t>(last)];
  Segment &s = *late.segment;
  if (!s.in_wait.empty() || !late.nested.empty())
    return;
  late.move(-removal_.fromLongest(s, interruptions_.lateness(s.region_node, on_their_way)));
}

Ticks WithoutProbes::idleInWait(const Arrival &arrival, Ticks idle) {
  removal_.take(idle, of(team_, arrival).around);
  return idle;
}

Ticks WithoutProbes::release(const Arrival &arrival, Ticks after) {
  const Segment &s = *arrival.segment;
  uint32_t thread = arrival.place.thread;
  Ticks cost = removal_.ticks(s.is_last ? CostKind::RegionJoin : CostKind::Barrier, true,
                              of(team_, arrival).away);
  removal_.claim({thread, s.barrier_node, Spent::Wait, true}, after, cost);
  behind_barrier_[thread] = cost;
  return after;
}

} // namespace tare
