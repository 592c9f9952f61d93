// SPDX-License-Identifier: Apache-2.0
// How long replayed regions are, and where in the run they lie.
#include "analyzer/replay/replay.h"

#include <algorithm>

namespace tare {

void Replay::finish(uint32_t number) {
  Instance &instance = instances_[number];
  const RegionInstance &of = teams_.instances()[number];
  RegionShrink &region = regions_[{instance.thread, instance.node}];
  if (instance.logged > 0)
    instance.factor =
        static_cast<double>(instance.logged_now) / static_cast<double>(instance.logged);
  for (const Meeting &meeting : of.meetings)
    for (LogPlace place : meeting.arrivals) {
      const Segment &s = at(place);
      if (of.joined && place != *of.last)
        continue;
      Ticks end = of.joined ? std::max(s.leave, s.arrive) : std::max(endOf(s), s.leave);
      Ticks lacking = scaled(lacking_[meetingNumber(meeting)], instance.factor);
      instance.length = std::max(instance.length, end + lacking);
    }
  Ticks less = instance.end - instance.fork - instance.length;
  Ticks p = profile_.threads_asked, n = at(of.segments.front()).team_size;
  addWithin(region.measured, instance.end - instance.fork);
  addWithin(region.replayed, instance.length);
  addWithin(region.span, less);
  addWithin(region.area, timesWithin(n, less));
  addWithin(region.missing, timesWithin(instance.nested ? 0 : std::max<Ticks>(p - n, 0), less));
  addWithin(region.surplus, timesWithin(instance.nested ? n - 1 : std::max<Ticks>(n - p, 0), less));
  ++(instance.nested ? region.nested : region.outermost);
  if (!instance.nested) {
    addWithin(shorter_, less);
    addWithin(outermost_, instance.length);
  }
}

// Where its relative times are at, behind so much that the log lacks.
Ticks Replay::beginBehind(const Instance &instance, Ticks lacking) {
  return instance.begin + scaled(lacking, instance.factor);
}

void Replay::place(double serial_factor) {
  Ticks then = 0, now = 0;
  for (uint32_t number = 0; number < instances_.size(); ++number) {
    Instance &instance = instances_[number];
    if (instance.nested) {
      if (instance.outer >= 0)
        instance.begin = std::max<Ticks>(
            instance.begin +
                beginBehind(instances_[static_cast<size_t>(instance.outer)], instance.lacking),
            1);
      else // of a region that the log lacks
        instance.begin = now + scaled(std::max<Ticks>(instance.fork - then, 0), serial_factor);
    } else {
      instance.begin = now + scaled(std::max<Ticks>(instance.fork - then, 0), serial_factor);
      instance.begin = std::max(instance.begin, std::min<Ticks>(instance.fork, 1)); // 0 is never
      then = instance.end;
      now = instance.begin + instance.length;
    }
    move(number);
  }
}

void Replay::move(uint32_t number) {
  for (const Meeting &meeting : teams_.instances()[number].meetings) {
    Ticks by = beginBehind(instances_[number], lacking_[meetingNumber(meeting)]);
    for (LogPlace place : meeting.arrivals) {
      Segment &s = at(place);
      s.open += by;
      s.arrive += by;
      s.leave = s.leave == never ? 0 : s.leave + by;
      if (s.in_wait.empty())
        continue;
      s.first_task += by;
      s.last_task += by;
    }
  }
}

} // namespace tare
