// SPDX-License-Identifier: Apache-2.0
#include "analyzer/perturbation/timeline.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace tare {

namespace {

Ticks filledBy(const SpentList &records) {
  Ticks sum = 0;
  for (const SpentTime &record : records)
    sum += record.ticks;
  return sum;
}

} // namespace

Timeline::Timeline(Profile &profile, Removal &removal)
    : profile_(profile), removal_(removal), interruptions_(removal.interruptions()),
      chance_(removal.dispersion()), locks_(profile, removal.dispersion()), sharing_(profile) {
  reached_.resize(profile.threads.size());
  collect();
}

void Timeline::collect() {
  size_t count = 0;
  for (const ProfileThread &thread : profile_.threads)
    count += thread.log.size();
  refs_.reserve(count);
  for (uint32_t t = 0; t < profile_.threads.size(); ++t) {
    const std::vector<Segment> &log = profile_.threads[t].log;
    for (size_t i = 0; i < log.size(); ++i)
      refs_.push_back({log[i].instance, log[i].ordinal, t, i});
  }
  std::sort(refs_.begin(), refs_.end(), [](const Ref &a, const Ref &b) {
    return std::tie(a.instance, a.ordinal, a.thread, a.index) <
           std::tie(b.instance, b.ordinal, b.thread, b.index);
  });
  for (size_t begin = 0, end; begin < refs_.size(); begin = end) {
    end = begin;
    while (end < refs_.size() && refs_[end].instance == refs_[begin].instance)
      ++end;
    Instance &instance = instances_.emplace_back();
    instance.refs = std::span<Ref>(refs_).subspan(begin, end - begin);
    describe(instance);
  }
  findHosts();
}

void Timeline::findHosts() {
  std::vector<std::vector<size_t>> instance_of(profile_.threads.size());
  for (size_t t = 0; t < instance_of.size(); ++t)
    instance_of[t].resize(profile_.threads[t].log.size());
  std::vector<std::optional<LogPlace>> last(instances_.size());
  for (size_t number = 0; number < instances_.size(); ++number)
    for (const Ref &ref : instances_[number].refs) {
      instance_of[ref.thread][ref.index] = number;
      if (at(ref).is_master)
        last[number] = {ref.thread, ref.index};
    }
  nested_ = hostsOf(profile_, instance_of, last);
}

std::span<const Hosted> Timeline::hostedBy(const Ref &ref) const {
  return std::ranges::equal_range(nested_[ref.thread], ref.index, {}, &Hosted::host);
}

void Timeline::describe(Instance &instance) {
  instance.fork = at(instance.refs.front()).open;
  for (const Ref &ref : instance.refs) {
    const Segment &segment = at(ref);
    instance.node = segment.region_node;
    instance.nested = segment.depth > 0;
    instance.fork = std::min(instance.fork, segment.open);
    instance.end = std::max({instance.end, endOf(segment), segment.leave});
    if (!segment.is_master)
      continue;
    instance.thread = ref.thread;
    if (segment.is_last)
      instance.join = &ref;
  }
  if (instance.join)
    instance.end = lifeEnd(at(*instance.join));
}

// What is inside of another was forked later. How much all nested regions that the log has become
// shorter tells of those that it lacks.
void Timeline::shrink() {
  for (bool nested : {true, false})
    for (size_t number = instances_.size(); number-- > 0;)
      if (instances_[number].nested == nested)
        shrinkInstance(number);
}

void Timeline::shrinkInstance(size_t number) {
  const Instance &instance = instances_[number];
  for (const Ref &ref : instance.refs)
    reached_[ref.thread] = {instance.fork, 0};
  lacking_ = 0;
  for (size_t begin = 0, end; begin < instance.refs.size(); begin = end) {
    end = begin;
    while (end < instance.refs.size() && instance.refs[end].ordinal == instance.refs[begin].ordinal)
      ++end;
    shrinkTeam(number, instance.refs.subspan(begin, end - begin));
  }
  finish(number);
}

void Timeline::shrinkTeam(size_t number, std::span<Ref> team) {
  Start start = startOf(team);
  arrivals_.clear();
  for (const Ref &ref : team)
    arrivals_.push_back(shrinkRecords(ref));
  shrinkLocks();
  shareTasks(start);
  Ticks over_then = 0, over_now = 0;
  for (Arrival &arrival : arrivals_) {
    arrive(number, arrival, start);
    over_then = std::max(over_then, arrival.end);
  }
  evenOut(instances_[number].node, start);
  settleInterruptions(instances_[number].node);
  Pace pace = paceOfTasks();
  for (const Arrival &arrival : arrivals_) {
    placeTasks(number, arrival, pace);
    over_now = std::max(over_now, endOf(at(*arrival.ref)));
  }
  for (const Arrival &arrival : arrivals_)
    leave(number, arrival, over_then, over_now);
}

// Until the thread that creates the tasks arrives, the others wait for it; from then on for the
// busiest one.
Timeline::Pace Timeline::paceOfTasks() {
  const Arrival *creator = nullptr, *busiest = nullptr;
  Ticks most = 0;
  for (const Arrival &a : arrivals_) {
    if (a.creation > most)
      creator = &a;
    most = std::max(most, a.creation);
    if (!busiest || a.busy > busiest->busy)
      busiest = &a;
  }
  Pace pace;
  if (busiest->busy > 0)
    pace.idle = static_cast<double>(busiest->busy_now) / static_cast<double>(busiest->busy);
  const Arrival &first = creator ? *creator : *busiest;
  const Segment &s = at(*first.ref);
  pace.then = {first.open, first.arrive};
  pace.now = {s.open, s.arrive};
  return pace;
}

Ticks Timeline::Pace::at(Ticks tick) const {
  if (tick >= then.end)
    return now.end + scaled(tick - then.end, idle);
  Ticks length = then.end - then.begin, length_now = now.end - now.begin;
  return now.begin + scaled(std::max<Ticks>(tick - then.begin, 0),
                            static_cast<double>(length_now) / static_cast<double>(length));
}

// Barriers that a thinned log lacks leave a gap. It shrinks like what the log has of the instance,
// for the whole team alike; until that is known (move) it has no length.
Timeline::Start Timeline::startOf(std::span<Ref> team) {
  Ticks reached = 0;
  Start start{.behind_gap = false, .then = INT64_MAX, .now = 0};
  for (const Ref &ref : team) {
    Ticks open = at(ref).open;
    start.behind_gap |= open != reached_[ref.thread].measured;
    start.then = std::min(start.then, open);
    start.now = std::max(start.now, reached_[ref.thread].approximated);
    reached = std::max(reached, reached_[ref.thread].measured);
  }
  Ticks gap = start.then - reached;
  start.now += std::min<Ticks>(gap, 0);
  if (start.behind_gap)
    lacking_ += std::max<Ticks>(gap, 0);
  for (Ref &ref : team)
    ref.lacking = lacking_;
  return start;
}

// Since its thread's last sign of life, when a region begins.
Ticks Timeline::idleBefore(const Ref &ref) {
  const Segment &segment = at(ref);
  if (segment.ordinal > 0 || ref.index == 0)
    return segment.ordinal > 0 ? 0 : segment.open;
  const std::vector<Segment> &log = profile_.threads[ref.thread].log;
  size_t index = ref.index - 1;
  while (index > 0 && depthOn(log[index]) > depthOn(segment)) // nested in this one
    --index;
  const Segment &last = log[index];
  return std::max<Ticks>(segment.open - std::max(endOf(last), last.leave), 0);
}

Timeline::Arrival Timeline::shrinkRecords(const Ref &ref) {
  Segment &s = at(ref);
  Arrival a{.ref = &ref,
            .open = s.open,
            .arrive = s.arrive,
            .first = s.first_task,
            .leave = s.leave,
            .end = endOf(s),
            .away = removal_.awayFromEnd(ref.thread, s)};
  Ticks filled = filledBy(s.in_wait), probes = removal_.probes(), means = removal_.means();
  a.busy = s.arrive - s.open + filled;
  if (sharing_.any()) {
    TaskTimes before = sharing_.timesIn(s.spent);
    a.creation = before.creation;
    a.tasks = before + sharing_.timesIn(s.in_wait);
  }
  a.idle = s.in_wait.empty() ? 0 : std::max<Ticks>(s.last_task - s.arrive - filled, 0);
  a.first_idle = std::clamp<Ticks>(a.first - a.arrive, 0, a.idle);
  if (locks_.any())
    for (const SpentTime &record : s.spent)
      a.before.push_back(record.ticks);
  a.less = removal_.fromSegment(ref.thread, s, idleBefore(ref)) + takeNested(a, false);
  if (!s.in_wait.empty())
    a.wait_less = removal_.fromWait(ref.thread, s, a.around) + takeNested(a, true);
  Ticks between = a.idle - a.first_idle, around = std::min(a.around, between);
  a.around -= around;
  a.idle -= removal_.take(between, around);
  a.probes = removal_.probes() - probes;
  a.since_leave = removal_.means() - means + reached_[ref.thread].probes;
  return a;
}

void Timeline::shrinkLocks() {
  if (!locks_.any() || arrivals_.size() < 2)
    return;
  std::vector<LockUser> users;
  for (Arrival &a : arrivals_)
    users.push_back({&at(*a.ref).spent, &a.before, a.arrive - a.open, &a.less});
  locks_.shrink(users);
}

Ticks Timeline::beginOf(const Arrival &a, const Start &start) const {
  Ticks begin = reached_[a.ref->thread].approximated;
  return start.behind_gap ? std::max(begin, start.now + (a.open - start.then)) : begin;
}

void Timeline::shareTasks(const Start &start) {
  if (!sharing_.any() || arrivals_.size() < 2)
    return;
  Ticks over = 0;
  for (const Arrival &a : arrivals_)
    over = std::max(over, a.end);
  std::vector<TaskWorker> team;
  for (Arrival &a : arrivals_)
    team.push_back({.spent = &at(*a.ref).spent,
                    .in_wait = &at(*a.ref).in_wait,
                    .then = a.tasks,
                    .busy = a.busy,
                    .first = a.first_idle,
                    .idle = a.idle - a.first_idle,
                    .spare = over - a.end,
                    .open = beginOf(a, start),
                    .less = &a.less,
                    .wait_less = &a.wait_less,
                    .most_idle = &a.most_idle});
  sharing_.share(team);
}

void Timeline::arrive(size_t number, Arrival &a, const Start &start) {
  Segment &s = at(*a.ref);
  a.busy_now = a.busy - a.less - a.wait_less;
  s.open = beginOf(a, start);
  s.arrive = s.open + (a.arrive - a.open) - a.less;
  adopt(number, *a.ref, a.nested, {a.open, a.arrive}, {s.open, s.arrive});
  for (size_t inner : a.nested_before) {
    instances_[inner].outer = static_cast<int64_t>(number);
    instances_[inner].begin = start.now;
    instances_[inner].lacking = a.ref->lacking - (start.then - instances_[inner].fork);
  }
}

// What chance moved cannot be told where a thread ran tasks or nested regions, or where one of the
// team is missing.
bool Timeline::isMovedByChance(const Arrival &a) {
  const Segment &s = at(*a.ref);
  return s.in_wait.empty() && a.tasks.executed == 0 && a.creation == 0 && a.nested.empty() &&
         a.nested_before.empty() && nestedIn(s.spent).empty() && removal_.canLengthen(s);
}

void Timeline::evenOut(uint32_t region, const Start &start) {
  std::vector<Arrival *> by_number(arrivals_.size(), nullptr);
  std::vector<ChanceArrival> team(arrivals_.size());
  for (Arrival &a : arrivals_) {
    const Segment &s = at(*a.ref);
    if (start.behind_gap || s.team_size != team.size() || s.thread_num >= team.size() ||
        by_number[s.thread_num] || !isMovedByChance(a))
      return;
    by_number[s.thread_num] = &a;
    team[s.thread_num] = {a.since_leave, s.arrive};
  }
  const Segment &any = at(*arrivals_.front().ref);
  std::vector<Ticks> later =
      chance_.later({region, any.barrier_node, team.size(), any.ordinal == 0}, team);
  Ticks asked = 0, taken = 0;
  auto move = [&](Arrival &a, Ticks by) {
    at(*a.ref).arrive += by;
    a.busy_now += by;
  };
  for (size_t number = 0; number < team.size(); ++number)
    if (later[number] < 0) {
      Ticks earlier = removal_.fromLongest(at(*by_number[number]->ref), -later[number]);
      move(*by_number[number], -earlier);
      asked -= later[number];
      taken += earlier;
    }
  for (size_t number = 0; number < team.size(); ++number)
    if (later[number] > 0) { // the mean of the team stays
      Ticks by = scaled(later[number], static_cast<double>(taken) / static_cast<double>(asked));
      removal_.lengthen(at(*by_number[number]->ref), by);
      move(*by_number[number], by);
    }
}

// Where tasks or nested regions end a segment, nobody can tell what made it late.
void Timeline::settleInterruptions(uint32_t region) {
  std::vector<OnItsWay> team;
  for (const Arrival &a : arrivals_)
    team.push_back({a.probes, endOf(at(*a.ref))});
  auto last = std::ranges::max_element(team, {}, &OnItsWay::end) - team.begin();
  Arrival &late = arrivals_[static_cast<size_t>(last)];
  Segment &s = at(*late.ref);
  if (!s.in_wait.empty() || !late.nested.empty())
    return;
  Ticks less = removal_.fromLongest(s, interruptions_.lateness(region, team));
  s.arrive -= less;
  late.busy_now -= less;
}

// What nested regions are shorter, so is what their forking thread spent on them. Those that were
// forked before the segment began lie in one that the log lacks.
Ticks Timeline::takeNested(Arrival &a, bool in_wait) {
  Segment &s = at(*a.ref);
  SpentList &records = in_wait ? s.in_wait : s.spent;
  TicksByNode lacking = nestedIn(records);
  Ticks less = 0;
  for (const Hosted &hosted : hostedBy(*a.ref)) {
    const Instance &inner = instances_[hosted.instance];
    if ((inner.end > a.arrive) != in_wait)
      continue;
    if (inner.fork < a.open) {
      a.nested_before.push_back(hosted.instance);
      continue;
    }
    (in_wait ? a.nested_in_wait : a.nested).push_back(hosted.instance);
    lacking[inner.node] -= inner.end - inner.fork;
    less += takeFromNested(records, inner.node, inner.end - inner.fork - inner.shrunk);
  }
  if (!profile_.log_complete)
    less +=
        takeLacking(records, lacking, [&](uint32_t node) { return factorOf(a.ref->thread, node); });
  return less;
}

// Of regions of a node; those that this thread has forked tell it, else all others.
double Timeline::factorOf(uint32_t thread, uint32_t node) const {
  RegionShrink all;
  for (const auto &[key, region] : regions_)
    if (key.second == node) {
      if (key.first == thread && region.measured > 0)
        return region.factor();
      all.measured += region.measured;
      all.approximated += region.approximated;
    }
  return all.factor();
}

// Nested regions keep their order and their length; what is between them shrinks evenly.
void Timeline::adopt(size_t number, const Ref &ref, std::span<const size_t> nested, Stretch then,
                     Stretch now) {
  Ticks between = then.end - then.begin, between_now = now.end - now.begin;
  for (size_t inner : nested) {
    between -= instances_[inner].end - instances_[inner].fork;
    between_now -= instances_[inner].shrunk;
  }
  double factor =
      between > 0 ? std::max(static_cast<double>(between_now), 0.0) / static_cast<double>(between)
                  : 0;
  for (size_t inner : nested) {
    Instance &instance = instances_[inner];
    instance.outer = static_cast<int64_t>(number);
    instance.lacking = ref.lacking;
    instance.begin = now.begin + scaled(std::max<Ticks>(instance.fork - then.begin, 0), factor);
    now.begin = instance.begin + instance.shrunk;
    then.begin = instance.end;
  }
}

void Timeline::placeTasks(size_t number, const Arrival &arrival, const Pace &pace) {
  Segment &s = at(*arrival.ref);
  if (s.in_wait.empty())
    return;
  Ticks first = arrival.first_idle;
  Ticks until_first =
      arrival.first ? std::max<Ticks>(pace.at(arrival.arrive + first) - s.arrive, 0) : 0;
  Ticks idle = until_first + std::min(scaled(arrival.idle - first, pace.idle), arrival.most_idle);
  removal_.take(idle, arrival.around);
  s.last_task = s.arrive + filledBy(s.in_wait) + idle;
  Ticks begin = s.arrive + until_first;
  if (arrival.first)
    begin += arrival.first - arrival.arrive - first;
  s.first_task = std::min(begin, s.last_task);
  adopt(number, *arrival.ref, arrival.nested_in_wait, {arrival.arrive, arrival.end},
        {s.arrive, s.last_task});
}

void Timeline::leave(size_t number, const Arrival &arrival, Ticks over_then, Ticks over_now) {
  Segment &s = at(*arrival.ref);
  bool ends = s.is_last;
  Ticks end = endOf(s), cost = 0;
  if (arrival.leave == 0) {
    s.leave = never;
  } else {
    Ticks after = arrival.leave - over_then;
    if (after > 0) {
      cost = removal_.ticks(ends ? CostKind::RegionJoin : CostKind::Barrier, true, arrival.away);
      removal_.claim({arrival.ref->thread, s.barrier_node, Spent::Wait, true}, after, cost);
    }
    s.leave = std::max(over_now + after, end);
    instances_[number].logged += arrival.leave - arrival.open;
    instances_[number].logged_now += s.leave - s.open;
  }
  reached_[arrival.ref->thread] = {arrival.leave ? arrival.leave : arrival.end,
                                   s.leave == never ? end : s.leave, cost};
}

} // namespace tare
