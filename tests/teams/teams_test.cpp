// SPDX-License-Identifier: Apache-2.0
// Who met whom, held against programs whose teams are known.
#include "analyzer/teams/teams.h"
#include "catch.hpp"
#include "tests/perturbation/random_program.h"
#include "tests/perturbation/simulated_program.h"

#include <algorithm>
#include <map>
#include <set>

using namespace tare;
using namespace tare::test;

namespace {

Profile anyRun(uint64_t seed, int threads) {
  Features features;
  features.nested = features.tasks = true;
  Random random(seed);
  return simulate(randomProgram(random, threads, features), ProbeCosts());
}

/// What is to be found: every segment under its key.
std::map<MeetingKey, std::vector<LogPlace>> byKey(const Profile &profile) {
  std::map<MeetingKey, std::vector<LogPlace>> meetings;
  forSegments(profile, [&](LogPlace place, const Segment &segment) {
    meetings[{segment.instance, segment.ordinal}].push_back(place);
  });
  return meetings;
}

MeetingKey keyOf(const Profile &profile, const Meeting &meeting) {
  const Segment &segment = segmentAt(profile, meeting.arrivals.front());
  return {segment.instance, segment.ordinal};
}

} // namespace

TEST_CASE("every segment is in the meeting of its instance and ordinal, in the order of threads") {
  for (int threads : {1, 2, 4})
    for (uint64_t seed = 0; seed < 20; ++seed) {
      Profile profile = anyRun(seed, threads);
      Teams teams(profile);
      auto wanted = byKey(profile);
      REQUIRE(teams.meetings().size() == wanted.size());
      auto next = wanted.begin();
      for (const Meeting &meeting : teams.meetings()) {
        CHECK(keyOf(profile, meeting) == next->first);
        CHECK(std::ranges::equal(meeting.arrivals, next->second));
        for (LogPlace place : meeting.arrivals)
          CHECK(&teams.meetingOf(place) == &meeting);
        ++next;
      }
    }
}

TEST_CASE("segments may come from the threads in any order; few meetings wait if it is theirs") {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Profile profile = anyRun(seed, 4);
    auto wanted = byKey(profile);
    Random random(seed);
    std::vector<uint32_t> next(profile.threads.size(), 0);
    Gathering gathering;
    std::set<MeetingKey> seen;
    for (bool any = true; any;) {
      any = false;
      auto t = static_cast<uint32_t>(random.below(next.size()));
      for (size_t tries = 0; tries < next.size(); ++tries, t = (t + 1) % next.size())
        if (next[t] < profile.threads[t].log.size()) {
          LogPlace place{t, next[t]++};
          any = true;
          if (const GatheredMeeting *meeting = gathering.add(place, segmentAt(profile, place))) {
            CHECK(meeting->arrivals == wanted.at(meeting->key));
            CHECK(seen.insert(meeting->key).second);
          }
          break;
        }
    }
    CHECK(gathering.waiting() == 0);
    CHECK(seen.size() == wanted.size());
  }
}

TEST_CASE("a meeting that somebody never reached is there at the end") {
  Gathering gathering;
  Segment segment;
  segment.instance = 7;
  segment.team_size = 3;
  CHECK(!gathering.add({2, 0}, segment));
  CHECK(!gathering.add({0, 5}, segment));
  segment.instance = 6;
  CHECK(!gathering.add({1, 4}, segment));
  CHECK(gathering.waiting() == 2);
  std::vector<GatheredMeeting> rest = gathering.takeRest();
  REQUIRE(rest.size() == 2);
  CHECK(rest[0].key == MeetingKey{6, 0});
  CHECK(rest[1].arrivals == std::vector<LogPlace>{{0, 5}, {2, 0}});
  CHECK(gathering.waiting() == 0);
}

TEST_CASE("more segments than a team has threads are one meeting still") {
  Profile profile;
  profile.threads.resize(2);
  Segment segment;
  segment.instance = 1;
  segment.team_size = 2;
  profile.threads[0].log = {segment, segment};
  profile.threads[1].log = {segment, segment, segment};
  Teams teams(profile);
  REQUIRE(teams.meetings().size() == 1);
  CHECK(teams.meetings()[0].arrivals.size() == 5);
  CHECK(std::ranges::is_sorted(teams.meetings()[0].arrivals));
}

TEST_CASE("a nested instance is hosted by the segment of its forking thread that it lies in") {
  size_t nested = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Profile profile = anyRun(seed, 3);
    Teams teams(profile);
    std::set<uint32_t> hosted;
    forSegments(profile, [&](LogPlace place, const Segment &host) {
      for (const Hosted &one : teams.hostedBy(place)) {
        const RegionInstance &inner = teams.instances()[one.instance];
        const Segment &first = segmentAt(profile, *inner.first);
        const Segment &last = segmentAt(profile, *inner.last);
        CHECK(inner.last->thread == place.thread);
        CHECK(first.open >= host.open);
        CHECK(last.leave <= std::max(host.arrive, host.last_task));
        CHECK(depthOn(last) == depthOn(host) + 1);
        CHECK(hosted.insert(one.instance).second);
      }
    });
    for (uint32_t i = 0; i < teams.instances().size(); ++i) {
      CHECK(teams.instances()[i].joined);
      CHECK(teams.instances()[i].nested == hosted.contains(i));
      nested += teams.instances()[i].nested;
    }
  }
  CHECK(nested > 20);
}
