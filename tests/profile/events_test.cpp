// SPDX-License-Identifier: Apache-2.0
// Events of tasks and locks: what a record says, and what is refused.
#include "profile/profile_file.h"
#include "runtime/tare_abi.h"

#include <cstring>

using namespace tare;
using namespace tare::testing;
using Catch::Contains;

namespace {

tare_pf_event event(uint64_t tick, uint32_t kind, uint64_t object = 7, uint32_t node = 2) {
  tare_pf_event event = {};
  event.tick = tick;
  event.instance = 1;
  event.object = object;
  event.peer = 3;
  event.node = node;
  event.kind = kind;
  event.detail = tare_task_depends | tare_task_chunk;
  return event;
}

ProfileWriter withEvents(std::vector<tare_pf_event> events) {
  ProfileWriter writer = lu2Profile();
  writer.threads[1].events = std::move(events);
  return writer;
}

} // namespace

TEST_CASE("an event has a tick since the window's start, an object, a peer and a construct") {
  ProfileFile file;
  ProfileWriter writer = withEvents({});
  uint64_t start = writer.header.start_tick;
  writer.threads[1].events = {event(start + 5, tare_event_task_created),
                              event(start + 5, tare_event_lock_wanted, 0xabcd),
                              event(start + 9, tare_event_task_waits)};
  Profile profile = file.read(writer.bytes()).value();
  CHECK(profile.threads[0].events.empty());
  const std::vector<Event> &events = profile.threads[1].events;
  REQUIRE(events.size() == 3);
  CHECK(events[0].kind == EventKind::TaskCreated);
  CHECK(events[0].tick == 5);
  CHECK(events[0].object == 7);
  CHECK(events[0].peer == 3);
  CHECK(events[0].node == 2);
  CHECK(events[0].detail == created_with_dependences);
  CHECK(events[1].object == 0xabcd);
  CHECK(events[2].detail == wait_for_children);
}

TEST_CASE("events that cannot be are refused") {
  ProfileFile file;
  uint64_t start = lu2Profile().header.start_tick;
  auto errorOf = [&](std::vector<tare_pf_event> events) {
    return file.errorOf(withEvents(std::move(events)).bytes());
  };
  CHECK_THAT(errorOf({event(start + 5, event_kinds)}), Contains("an event is of no construct"));
  CHECK_THAT(errorOf({event(start + 5, 0, 7, 99)}), Contains("an event is of no construct"));
  CHECK_THAT(errorOf({event(start - 1, 0)}), Contains("out of order"));
  CHECK_THAT(errorOf({event(start + 5, 0), event(start + 4, 0)}), Contains("out of order"));
  tare_pf_event nowhere = event(start + 5, 0);
  nowhere.instance = 0;
  CHECK_THAT(errorOf({nowhere}), Contains("an event is of no construct"));
}

TEST_CASE("what a writer that died wrote beyond its last sign of life does not count") {
  ProfileFile file;
  ProfileWriter writer = withEvents({});
  uint64_t start = writer.header.start_tick, stop = writer.header.stop_tick;
  writer.threads[1].events = {event(start + 1, 0), event(stop + 1000, 1)};
  CHECK(file.read(writer.bytes()).value().threads[1].events.size() == 1);
}
