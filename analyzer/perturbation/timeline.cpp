// SPDX-License-Identifier: Apache-2.0
#include "analyzer/perturbation/timeline.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace tare {

namespace {

constexpr Ticks never = -1; // a leave that did not come, while times are relative

Ticks scaled(Ticks ticks, double factor) {
  return static_cast<Ticks>(static_cast<double>(ticks) * factor);
}

Ticks endOf(const Segment &segment) {
  return segment.in_wait.empty() ? segment.arrive : std::max(segment.arrive, segment.last_task);
}

// Of a region, on the thread that forked it; its leave may never have come.
Ticks lifeEnd(const Segment &segment) { return std::max(segment.leave, segment.arrive); }

Ticks filledBy(const SpentList &records) {
  Ticks sum = 0;
  for (const SpentTime &record : records)
    sum += record.ticks;
  return sum;
}

} // namespace

Timeline::Timeline(Profile &profile, Removal &removal)
    : profile_(profile), removal_(removal), locks_(profile) {
  reached_.resize(profile.threads.size());
  nested_.resize(profile.threads.size());
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
    instance.refs = std::span<const Ref>(refs_).subspan(begin, end - begin);
    describe(instance);
  }
}

void Timeline::describe(Instance &instance) {
  instance.fork = at(instance.refs.front()).open;
  for (const Ref &ref : instance.refs) {
    const Segment &segment = at(ref);
    instance.node = segment.region_node;
    instance.nested = segment.depth > 0;
    instance.fork = std::min(instance.fork, segment.open);
    instance.end = std::max({instance.end, endOf(segment), segment.leave});
    if (!(segment.flags & TARE_SEG_MASTER))
      continue;
    instance.thread = ref.thread;
    if (segment.flags & TARE_SEG_LAST)
      instance.join = &ref;
  }
  if (instance.join)
    instance.end = lifeEnd(at(*instance.join));
}

void Timeline::shrink() {
  for (size_t number = instances_.size(); number-- > 0;) // what is inside was forked later
    shrinkInstance(number);
}

void Timeline::shrinkInstance(size_t number) {
  const Instance &instance = instances_[number];
  for (const Ref &ref : instance.refs)
    reached_[ref.thread] = {instance.fork, 0};
  for (size_t begin = 0, end; begin < instance.refs.size(); begin = end) {
    end = begin;
    while (end < instance.refs.size() && instance.refs[end].ordinal == instance.refs[begin].ordinal)
      ++end;
    shrinkTeam(number, instance.refs.subspan(begin, end - begin));
  }
  finish(number);
}

void Timeline::shrinkTeam(size_t number, std::span<const Ref> team) {
  arrivals_.clear();
  for (const Ref &ref : team)
    arrivals_.push_back(shrinkRecords(ref));
  shrinkLocks();
  Ticks over_then = 0, over_now = 0;
  const Arrival *busiest = nullptr;
  for (Arrival &arrival : arrivals_) {
    arrive(number, arrival);
    over_then = std::max(over_then, arrival.end);
  }
  for (const Arrival &arrival : arrivals_)
    if (!busiest || arrival.busy > busiest->busy)
      busiest = &arrival;
  double idle_factor = busiest->busy > 0 ? static_cast<double>(busiest->busy_now) /
                                               static_cast<double>(busiest->busy)
                                         : 1;
  for (const Arrival &arrival : arrivals_) {
    placeTasks(arrival, idle_factor);
    over_now = std::max(over_now, endOf(at(*arrival.ref)));
  }
  for (const Arrival &arrival : arrivals_)
    leave(arrival, over_then, over_now);
}

// Since its thread's last sign of life, when a region begins.
Ticks Timeline::idleBefore(const Ref &ref) {
  const Segment &segment = at(ref);
  if (segment.ordinal > 0 || ref.index == 0)
    return segment.ordinal > 0 ? 0 : segment.open;
  const Segment &last = profile_.threads[ref.thread].log[ref.index - 1];
  return std::max<Ticks>(segment.open - std::max(endOf(last), last.leave), 0);
}

Timeline::Arrival Timeline::shrinkRecords(const Ref &ref) {
  Segment &s = at(ref);
  Arrival a{.ref = &ref,
            .open = s.open,
            .arrive = s.arrive,
            .first = s.first_task,
            .leave = s.leave,
            .end = endOf(s)};
  Ticks filled = filledBy(s.in_wait);
  a.busy = s.arrive - s.open + filled;
  a.idle = s.in_wait.empty() ? 0 : std::max<Ticks>(s.last_task - s.arrive - filled, 0);
  if (locks_.any())
    for (const SpentTime &record : s.spent)
      a.before.push_back(record.ticks);
  a.less = removal_.fromSegment(s, idleBefore(ref)) + takeNested(ref, s.spent, a.arrive, a.nested);
  a.wait_less = removal_.fromWait(s, a.around) +
                takeNested(ref, s.in_wait, std::max(a.end, a.leave), a.nested);
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

void Timeline::arrive(size_t number, Arrival &a) {
  Segment &s = at(*a.ref);
  const Instance &instance = instances_[number];
  // Barriers that a thinned log lacks are taken to shrink like those that it has.
  const Reached &reached = reached_[a.ref->thread];
  Ticks lacking = std::max<Ticks>(s.open - reached.measured, 0);
  if (lacking > 0)
    lacking = scaled(lacking, regions_[{instance.thread, instance.node}].factor());
  a.busy_now = a.busy - a.less - a.wait_less;
  s.open = reached.approximated + lacking;
  s.arrive = s.open + (a.arrive - a.open) - a.less;
  adopt(number, a);
}

// What nested regions are shorter, so is what their forking thread spent on them.
Ticks Timeline::takeNested(const Ref &ref, SpentList &records, Ticks until,
                           std::vector<size_t> &taken) {
  std::vector<size_t> &waiting = nested_[ref.thread];
  Ticks less = 0;
  while (!waiting.empty() && instances_[waiting.back()].fork <= until) {
    const Instance &inner = instances_[waiting.back()];
    for (SpentTime &record : records) {
      if (record.slot != TARE_SLOT_NESTED || record.node != inner.node)
        continue;
      Ticks now = std::min<Ticks>(inner.end - inner.fork - inner.shrunk, record.ticks);
      record.ticks -= now;
      less += now;
      break;
    }
    taken.push_back(waiting.back());
    waiting.pop_back();
  }
  return less;
}

void Timeline::adopt(size_t number, const Arrival &arrival) {
  const Segment &s = at(*arrival.ref);
  double then = static_cast<double>(arrival.arrive - arrival.open);
  double factor = then > 0 ? static_cast<double>(s.arrive - s.open) / then : 1;
  for (size_t inner : arrival.nested) {
    instances_[inner].outer = static_cast<int64_t>(number);
    instances_[inner].begin = s.open + scaled(instances_[inner].fork - arrival.open, factor);
  }
}

void Timeline::placeTasks(const Arrival &arrival, double idle_factor) {
  Segment &s = at(*arrival.ref);
  if (s.in_wait.empty())
    return;
  Ticks idle = scaled(arrival.idle, idle_factor);
  removal_.take(idle, arrival.around);
  s.last_task = s.arrive + filledBy(s.in_wait) + idle;
  Ticks first = std::max<Ticks>(arrival.first - arrival.arrive, 0);
  s.first_task = std::min(s.arrive + scaled(first, idle_factor), s.last_task);
}

void Timeline::leave(const Arrival &arrival, Ticks over_then, Ticks over_now) {
  Segment &s = at(*arrival.ref);
  bool ends = s.flags & TARE_SEG_LAST;
  Ticks end = endOf(s);
  if (arrival.leave == 0) {
    s.leave = never;
  } else {
    Ticks after = arrival.leave - over_then;
    CostKind kind = ends ? CostKind::RegionJoin : CostKind::Barrier;
    if (after > 0)
      removal_.take(after, removal_.ticks(kind, true, arrival.arrive - arrival.open));
    s.leave = std::max(over_now + after, end);
  }
  reached_[arrival.ref->thread] = {arrival.leave ? arrival.leave : arrival.end,
                                   s.leave == never ? end : s.leave};
}

void Timeline::finish(size_t number) {
  Instance &instance = instances_[number];
  RegionShrink &region = regions_[{instance.thread, instance.node}];
  if (instance.join)
    instance.shrunk = lifeEnd(at(*instance.join));
  else
    for (const Ref &ref : instance.refs)
      instance.shrunk = std::max({instance.shrunk, endOf(at(ref)), at(ref).leave});
  Ticks less = instance.end - instance.fork - instance.shrunk;
  Ticks p = profile_.threads_asked, n = at(instance.refs.front()).team_size;
  region.measured += instance.end - instance.fork;
  region.approximated += instance.shrunk;
  region.span += less;
  region.area += n * less;
  region.missing += instance.nested ? 0 : std::max<Ticks>(p - n, 0) * less;
  region.surplus += (instance.nested ? n - 1 : std::max<Ticks>(n - p, 0)) * less;
  ++(instance.nested ? region.nested : region.outermost);
  if (instance.nested) {
    nested_[instance.thread].push_back(number);
  } else {
    shorter_ += less;
    outermost_ += instance.shrunk;
  }
}

void Timeline::place(double serial_factor) {
  Ticks then = 0, now = 0;
  for (Instance &instance : instances_) {
    if (instance.nested) {
      instance.begin += instance.outer >= 0 ? instances_[static_cast<size_t>(instance.outer)].begin
                                            : now - std::min(now, instance.shrunk);
    } else {
      instance.begin = now + scaled(std::max<Ticks>(instance.fork - then, 0), serial_factor);
      then = instance.end;
      now = instance.begin + instance.shrunk;
    }
    move(instance);
  }
}

void Timeline::move(const Instance &instance) {
  for (const Ref &ref : instance.refs) {
    Segment &s = at(ref);
    s.open += instance.begin;
    s.arrive += instance.begin;
    s.leave = s.leave == never ? 0 : s.leave + instance.begin;
    if (s.in_wait.empty())
      continue;
    s.first_task += instance.begin;
    s.last_task += instance.begin;
  }
}

} // namespace tare
