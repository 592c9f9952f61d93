// SPDX-License-Identifier: Apache-2.0
// How long a thread had been away from a construct, by its log.
#include "analyzer/perturbation/visits.h"
#include "catch.hpp"

using namespace tare;

namespace {

constexpr uint32_t region = 0, often = 1, seldom = 2, barrier = 3;

SpentTime body(uint32_t node) {
  SpentTime record;
  record.ticks = 5;
  record.node = node;
  record.kind = Spent::Body;
  record.entries = 1;
  return record;
}

Segment segment(Ticks open, Ticks arrive, SpentList spent, uint32_t end = barrier) {
  Segment s;
  s.open = open;
  s.arrive = s.leave = arrive;
  s.region_node = region;
  s.barrier_node = end;
  s.spent = std::move(spent);
  return s;
}

/// One thread, 1000 ticks.
Profile profileOf(std::vector<Segment> log) {
  Profile profile;
  profile.window = 1000;
  profile.log_complete = true;
  profile.threads.resize(1);
  profile.threads[0].nodes.resize(4);
  profile.threads[0].log = std::move(log);
  return profile;
}

} // namespace

TEST_CASE("since the end of the segment that it was in last, by the order of the run") {
  Profile profile =
      profileOf({segment(100, 200, {body(often), body(seldom)}), segment(210, 300, {body(often)}),
                 segment(310, 400, {body(often)}), segment(420, 500, {body(often), body(seldom)})});
  Visits visits(profile);
  CHECK(visits.beforeRecord(0, 0, 0) == 1000); // never before: the whole window
  CHECK(visits.beforeRecord(0, 1, 0) == 10);
  CHECK(visits.beforeRecord(0, 3, 0) == 20);
  CHECK(visits.beforeRecord(0, 3, 1) == 220);
}

TEST_CASE("a barrier since the one before, until the thread arrives") {
  Profile profile = profileOf({segment(100, 200, {body(often)}), segment(230, 300, {}, region),
                               segment(310, 400, {body(often)})});
  Visits visits(profile);
  CHECK(visits.beforeEnd(0, 0) == 1000);
  CHECK(visits.beforeEnd(0, 1) == 1000);
  CHECK(visits.beforeEnd(0, 2) == 200);
}

TEST_CASE("a nested region's segments come before the one that they lie in") {
  Profile profile = profileOf(
      {segment(150, 180, {body(often)}, region), segment(100, 200, {body(often), body(seldom)})});
  Visits visits(profile);
  CHECK(visits.beforeRecord(0, 1, 0) == 0); // was there meanwhile
  CHECK(visits.beforeRecord(0, 1, 1) == 1000);
}

TEST_CASE("a thinned log lacks visits, evenly between those that it has") {
  Profile profile = profileOf({segment(100, 200, {body(often)}), segment(600, 700, {body(often)})});
  profile.log_complete = false;
  profile.threads[0].nodes[often].cells[Spent::Body].entries = 8; // the log has two of them
  profile.threads[0].nodes[barrier].cells[Spent::Wait].entries = 4;
  Visits visits(profile);
  CHECK(visits.beforeRecord(0, 1, 0) == 100);
  CHECK(visits.beforeEnd(0, 1) == 250);
}
