// SPDX-License-Identifier: Apache-2.0
#include "analyzer/perturbation/move_events.h"

#include <algorithm>

namespace tare {

namespace {

Ticks tasksEnd(const Segment &segment) {
  return segment.in_wait.empty() ? segment.arrive : std::max(segment.last_task, segment.arrive);
}

Ticks leaveOf(const Segment &segment) { return std::max(segment.leave, tasksEnd(segment)); }

Ticks between(Ticks tick, Ticks from, Ticks to, Ticks from_now, Ticks to_now) {
  if (to <= from)
    return from_now;
  return from_now + static_cast<Ticks>(static_cast<__int128>(tick - from) * (to_now - from_now) /
                                       (to - from));
}

} // namespace

MoveEvents::MoveEvents(const Profile &measured) {
  threads_.resize(measured.threads.size());
  for (size_t number = 0; number < measured.threads.size(); ++number) {
    const ProfileThread &thread = measured.threads[number];
    if (thread.events.empty())
      continue;
    for (size_t i = 0; i < thread.log.size(); ++i) {
      const Segment &segment = thread.log[i];
      threads_[number].places[segment.instance].push_back(
          {i, segment.open, segment.arrive, tasksEnd(segment), leaveOf(segment)});
    }
  }
}

void MoveEvents::in(Profile &moved) const {
  for (size_t number = 0; number < moved.threads.size(); ++number) {
    ProfileThread &thread = moved.threads[number];
    Ticks last = 0;
    for (Event &event : thread.events) {
      event.tick = std::max(placeOf(event, threads_[number], thread), last);
      last = event.tick;
    }
  }
}

Ticks MoveEvents::placeOf(const Event &event, const Then &then, const ProfileThread &thread) {
  auto found = then.places.find(event.instance);
  if (found == then.places.end())
    return 0; // of an instance that the log lacks
  const std::vector<Then::Place> &places = found->second;
  auto next = std::ranges::upper_bound(places, event.tick, {}, &Then::Place::open);
  const Then::Place &place = next == places.begin() ? *next : *std::prev(next);
  const Segment &now = thread.log[place.segment];
  if (event.tick < place.arrive)
    return between(event.tick, place.open, place.arrive, now.open, now.arrive);
  if (event.tick < place.tasks_end)
    return between(event.tick, place.arrive, place.tasks_end, now.arrive, tasksEnd(now));
  Ticks end = leaveOf(now);
  if (event.tick >= place.leave)
    return end;
  Ticks tick = between(event.tick, place.tasks_end, place.leave, tasksEnd(now), end);
  return std::clamp(tick, now.open, std::max(end - 1, now.open));
}

} // namespace tare
