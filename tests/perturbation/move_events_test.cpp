// SPDX-License-Identifier: Apache-2.0
// Events go with their segments when these become shorter, in their order.
#include "analyzer/perturbation/move_events.h"
#include "catch.hpp"

using namespace tare;

namespace {

Segment segmentWith(uint64_t instance, Ticks open, Ticks arrive, Ticks leave) {
  Segment segment;
  segment.instance = instance;
  segment.open = open;
  segment.arrive = arrive;
  segment.leave = leave;
  return segment;
}

Profile withEvents(std::vector<Segment> log, std::initializer_list<std::pair<uint64_t, Ticks>> at) {
  Profile profile;
  profile.threads.resize(1);
  profile.threads[0].log = std::move(log);
  for (auto [instance, tick] : at) {
    Event event;
    event.instance = instance;
    event.tick = tick;
    profile.threads[0].events.push_back(event);
  }
  return profile;
}

std::vector<Ticks> ticksOf(const Profile &profile) {
  std::vector<Ticks> ticks;
  for (const Event &event : profile.threads[0].events)
    ticks.push_back(event.tick);
  return ticks;
}

} // namespace

TEST_CASE("events are scaled with their segment") {
  Profile profile = withEvents({segmentWith(1, 100, 200, 300), segmentWith(2, 400, 500, 600)},
                               {{1, 100}, {1, 150}, {1, 250}, {2, 400}, {2, 599}, {2, 600}});
  MoveEvents events(profile);
  profile.threads[0].log = {segmentWith(1, 100, 140, 240), segmentWith(2, 300, 310, 330)};
  events.in(profile);
  CHECK(ticksOf(profile) == std::vector<Ticks>{100, 120, 190, 300, 329, 330});
}

TEST_CASE("events stay in their segment when nothing is left of it, and in their order") {
  Profile profile = withEvents({segmentWith(1, 100, 200, 300), segmentWith(1, 300, 400, 500)},
                               {{1, 100}, {1, 199}, {1, 299}, {1, 300}, {1, 499}});
  MoveEvents events(profile);
  profile.threads[0].log = {segmentWith(1, 100, 100, 101), segmentWith(1, 101, 101, 101)};
  events.in(profile);
  CHECK(ticksOf(profile) == std::vector<Ticks>{100, 100, 100, 101, 101});
}

TEST_CASE("events behind the arrival lie among the tasks that the thread runs while it waits") {
  Segment measured = segmentWith(1, 100, 200, 400), now = segmentWith(1, 100, 150, 250);
  measured.in_wait.push_back({}), now.in_wait.push_back({});
  measured.last_task = 300, now.last_task = 200;
  Profile profile = withEvents({measured}, {{1, 250}, {1, 300}, {1, 350}});
  MoveEvents events(profile);
  profile.threads[0].log = {now};
  events.in(profile);
  CHECK(ticksOf(profile) == std::vector<Ticks>{175, 200, 225});
}

TEST_CASE("events of an instance that the log lacks do not go back") {
  Profile profile = withEvents({segmentWith(1, 100, 200, 300)}, {{1, 150}, {7, 350}});
  MoveEvents events(profile);
  events.in(profile);
  CHECK(ticksOf(profile) == std::vector<Ticks>{150, 150});
}
