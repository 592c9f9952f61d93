// SPDX-License-Identifier: Apache-2.0
#include "analyzer/replay/replay.h"

#include "analyzer/replay/nested.h"

#include <algorithm>

namespace tare {

namespace {

Ticks filledBy(const SpentList &records) {
  Ticks sum = 0;
  for (const SpentTime &record : records)
    sum += record.ticks;
  return sum;
}

} // namespace

Replay::Replay(Profile &profile, const Teams &teams, DurationChange &change)
    : profile_(profile), teams_(teams), change_(change), lacking_(teams.meetings().size()),
      reached_(profile.threads.size()) {
  for (const RegionInstance &instance : teams.instances())
    instances_.push_back(describe(instance));
}

Replay::Instance Replay::describe(const RegionInstance &instance) {
  const Segment &any = at(instance.segments.front());
  Instance of{.fork = any.open, .node = any.region_node, .nested = instance.nested};
  for (LogPlace place : instance.segments) {
    const Segment &segment = at(place);
    of.fork = std::min(of.fork, segment.open);
    of.end = std::max({of.end, endOf(segment), segment.leave});
  }
  if (instance.last)
    of.thread = instance.last->thread;
  if (instance.joined) // its leave may never have come
    of.end = std::max(at(*instance.last).leave, at(*instance.last).arrive);
  return of;
}

// What is inside of another was forked later. How much all nested regions that the log has become
// shorter tells of those that it lacks.
void Replay::run() {
  for (bool nested : {true, false})
    for (auto number = static_cast<uint32_t>(instances_.size()); number-- > 0;)
      if (instances_[number].nested == nested)
        replayInstance(number);
}

void Replay::replayInstance(uint32_t number) {
  const RegionInstance &instance = teams_.instances()[number];
  for (LogPlace place : instance.segments)
    reached_[place.thread] = {instances_[number].fork, 0};
  lacking_so_far_ = 0;
  for (const Meeting &meeting : instance.meetings)
    replayMeeting(number, meetingNumber(meeting));
  finish(number);
}

void Replay::replayMeeting(uint32_t number, size_t meeting) {
  Start start = startOf(meeting);
  arrivals_.clear();
  for (LogPlace place : teams_.meetings()[meeting].arrivals) {
    arrivals_.push_back(arrivalAt(place));
    arrivals_.back().behind_gap = start.behind_gap;
  }
  change_.own(arrivals_);
  for (Arrival &arrival : arrivals_) {
    arrival.less += takeNested(arrival, false);
    arrival.wait_less += arrival.segment->in_wait.empty() ? 0 : takeNested(arrival, true);
    arrival.open_now = beginOf(arrival, start);
  }
  change_.together(arrivals_);
  Ticks over_then = 0, over_now = 0;
  for (Arrival &arrival : arrivals_) {
    arrive(number, meeting, arrival, start);
    over_then = std::max(over_then, arrival.end);
  }
  change_.arrived(arrivals_);
  Pace pace = paceOfTasks();
  for (const Arrival &arrival : arrivals_) {
    placeTasks(number, meeting, arrival, pace);
    over_now = std::max(over_now, endOf(*arrival.segment));
  }
  bool waits = change_.waits(arrivals_);
  for (const Arrival &arrival : arrivals_)
    leave(number, arrival, over_then, waits ? over_now : alone);
}

// Until the thread that creates the tasks arrives, the others wait for it; from then on for the
// busiest one.
Replay::Pace Replay::paceOfTasks() const {
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
  pace.then = {first.open, first.arrive};
  pace.now = {first.segment->open, first.segment->arrive};
  return pace;
}

Ticks Replay::Pace::at(Ticks tick) const {
  if (tick >= then.end)
    return now.end + scaled(tick - then.end, idle);
  Ticks length = then.end - then.begin, length_now = now.end - now.begin;
  return now.begin + scaled(std::max<Ticks>(tick - then.begin, 0),
                            static_cast<double>(length_now) / static_cast<double>(length));
}

// Barriers that a thinned log lacks leave a gap. It shrinks like what the log has of the instance,
// for the whole team alike; until that is known (move) it has no length.
Replay::Start Replay::startOf(size_t meeting) {
  Ticks reached = 0;
  Start start{.behind_gap = false, .then = INT64_MAX, .now = 0};
  for (LogPlace place : teams_.meetings()[meeting].arrivals) {
    Ticks open = at(place).open;
    start.behind_gap |= open != reached_[place.thread].then;
    start.then = std::min(start.then, open);
    start.now = std::max(start.now, reached_[place.thread].now);
    reached = std::max(reached, reached_[place.thread].then);
  }
  Ticks gap = start.then - reached;
  start.now += std::min<Ticks>(gap, 0);
  if (start.behind_gap)
    lacking_so_far_ += std::max<Ticks>(gap, 0);
  lacking_[meeting] = lacking_so_far_;
  return start;
}

Arrival Replay::arrivalAt(LogPlace place) {
  Segment &s = at(place);
  Ticks filled = filledBy(s.in_wait);
  Arrival a{.place = place,
            .segment = &s,
            .open = s.open,
            .arrive = s.arrive,
            .leave = s.leave,
            .first = s.first_task,
            .end = endOf(s)};
  a.busy = s.arrive - s.open + filled;
  a.idle = s.in_wait.empty() ? 0 : std::max<Ticks>(s.last_task - s.arrive - filled, 0);
  a.first_idle = std::clamp<Ticks>(a.first - a.arrive, 0, a.idle);
  return a;
}

Ticks Replay::beginOf(const Arrival &a, const Start &start) const {
  Ticks begin = reached_[a.place.thread].now;
  return start.behind_gap ? std::max(begin, start.now + (a.open - start.then)) : begin;
}

void Replay::arrive(uint32_t number, size_t meeting, Arrival &a, const Start &start) {
  Segment &s = *a.segment;
  a.busy_now = a.busy - a.less - a.wait_less;
  s.open = a.open_now;
  s.arrive = s.open + (a.arrive - a.open) - a.less;
  adopt(number, lacking_[meeting], a.nested, {a.open, a.arrive}, {s.open, s.arrive});
  for (uint32_t inner : a.nested_before) {
    instances_[inner].outer = number;
    instances_[inner].begin = start.now;
    instances_[inner].lacking = lacking_[meeting] - (start.then - instances_[inner].fork);
  }
}

// What nested regions are shorter, so is what their forking thread spent on them. Those that were
// forked before the segment began lie in one that the log lacks.
Ticks Replay::takeNested(Arrival &a, bool in_wait) {
  SpentList &records = in_wait ? a.segment->in_wait : a.segment->spent;
  TicksByNode lacking = nestedIn(records);
  Ticks less = 0;
  for (const Hosted &hosted : teams_.hostedBy(a.place)) {
    const Instance &inner = instances_[hosted.instance];
    if ((inner.end > a.arrive) != in_wait)
      continue;
    if (inner.fork < a.open) {
      a.nested_before.push_back(hosted.instance);
      continue;
    }
    (in_wait ? a.nested_in_wait : a.nested).push_back(hosted.instance);
    lacking[inner.node] -= inner.end - inner.fork;
    less += takeFromNested(records, inner.node, inner.end - inner.fork - inner.length);
  }
  if (!profile_.log_complete)
    less += takeLacking(records, lacking,
                        [&](uint32_t node) { return factorOf(a.place.thread, node); });
  return less;
}

// Shrink factor of a region node: from instances that this thread forked, else from all threads'.
double Replay::factorOf(uint32_t thread, uint32_t node) const {
  RegionShrink all;
  for (const auto &[key, region] : regions_)
    if (key.second == node) {
      if (key.first == thread && region.measured > 0)
        return region.factor();
      all.measured += region.measured;
      all.replayed += region.replayed;
    }
  return all.factor();
}

// Nested regions keep their order and their length; what is between them shrinks evenly.
void Replay::adopt(uint32_t number, Ticks lacking, std::span<const uint32_t> nested, Stretch then,
                   Stretch now) {
  Ticks between = then.end - then.begin, between_now = now.end - now.begin;
  for (uint32_t inner : nested) {
    between -= instances_[inner].end - instances_[inner].fork;
    between_now -= instances_[inner].length;
  }
  double factor =
      between > 0 ? std::max(static_cast<double>(between_now), 0.0) / static_cast<double>(between)
                  : 0;
  for (uint32_t inner : nested) {
    Instance &instance = instances_[inner];
    instance.outer = number;
    instance.lacking = lacking;
    instance.begin = now.begin + scaled(std::max<Ticks>(instance.fork - then.begin, 0), factor);
    now.begin = instance.begin + instance.length;
    then.begin = instance.end;
  }
}

void Replay::placeTasks(uint32_t number, size_t meeting, const Arrival &arrival, const Pace &pace) {
  Segment &s = *arrival.segment;
  if (s.in_wait.empty())
    return;
  Ticks first = arrival.first_idle;
  Ticks until_first =
      arrival.first ? std::max<Ticks>(pace.at(arrival.arrive + first) - s.arrive, 0) : 0;
  Ticks idle = until_first + std::min(scaled(arrival.idle - first, pace.idle), arrival.most_idle);
  s.last_task = s.arrive + filledBy(s.in_wait) + change_.idleInWait(arrival, idle);
  Ticks begin = s.arrive + until_first;
  if (arrival.first)
    begin += arrival.first - arrival.arrive - first;
  s.first_task = std::min(begin, s.last_task);
  adopt(number, lacking_[meeting], arrival.nested_in_wait, {arrival.arrive, arrival.end},
        {s.arrive, s.last_task});
}

void Replay::leave(uint32_t number, const Arrival &arrival, Ticks over_then, Ticks over_now) {
  Segment &s = *arrival.segment;
  Ticks end = endOf(s);
  if (arrival.leave == 0) {
    s.leave = never;
  } else {
    Ticks after = arrival.leave - over_then;
    s.leave = over_now == alone
                  ? end
                  : std::max(over_now + (after > 0 ? change_.release(arrival, after) : after), end);
    instances_[number].logged += arrival.leave - arrival.open;
    instances_[number].logged_now += s.leave - s.open;
  }
  reached_[arrival.place.thread] = {arrival.leave ? arrival.leave : arrival.end,
                                    s.leave == never ? end : s.leave};
}

} // namespace tare
