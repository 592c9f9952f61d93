// SPDX-License-Identifier: Apache-2.0
// Replay by itself: changes whose result is known without it.
#include "analyzer/replay/replay.h"
#include "catch.hpp"
#include "tests/perturbation/random_program.h"
#include "tests/perturbation/simulated_program.h"

using namespace tare;
using namespace tare::test;

namespace {

struct NoChange : DurationChange {
  void own(std::span<Arrival>) override {}
};

/// All that threads do takes so many times as long.
struct Slower : DurationChange {
  explicit Slower(Ticks factor) : factor(factor) {}
  void own(std::span<Arrival> team) override {
    for (Arrival &a : team) {
      for (SpentTime &record : a.segment->spent)
        if (record.kind != Spent::Nested)
          a.less -= lengthen(record);
      for (SpentTime &record : a.segment->in_wait)
        if (record.kind != Spent::Nested)
          a.wait_less -= lengthen(record);
    }
  }
  Ticks lengthen(SpentTime &record) const {
    Ticks more = record.ticks * (factor - 1);
    record.ticks += more;
    return more;
  }
  Ticks release(const Arrival &, Ticks after) override { return after * factor; }
  Ticks factor;
};

/// One thread spends less before each meeting.
struct Earlier : DurationChange {
  void own(std::span<Arrival> team) override {
    for (Arrival &a : team)
      if (a.place.thread == thread) {
        a.segment->spent.front().ticks -= by;
        a.less = by;
      }
  }
  uint32_t thread = 0;
  Ticks by = 0;
};

Profile runOf(uint64_t seed, int threads, bool tasks) {
  Features features;
  features.nested = true;
  features.tasks = tasks;
  Random random(seed);
  return simulate(randomProgram(random, threads, features), ProbeCosts());
}

void checkSame(const Segment &a, const Segment &b) {
  CHECK(a.open == b.open);
  CHECK(a.arrive == b.arrive);
  CHECK(a.leave == b.leave);
  CHECK(a.first_task == b.first_task);
  CHECK(a.last_task == b.last_task);
}

Segment segmentOf(uint32_t ordinal, Ticks open, Ticks arrive, Ticks leave, uint16_t thread) {
  Segment segment;
  segment.instance = 1;
  segment.ordinal = ordinal;
  segment.open = open;
  segment.arrive = arrive;
  segment.leave = leave;
  segment.team_size = 2;
  segment.thread_num = thread;
  segment.is_master = thread == 0;
  segment.is_last = ordinal == 1;
  segment.spent = SpentList({{arrive - open, 0, Spent::Body, 1, 1}});
  return segment;
}

} // namespace

TEST_CASE("a replay without a change gives the log as it was") {
  for (int threads : {1, 2, 4})
    for (uint64_t seed = 0; seed < 30; ++seed) {
      INFO(threads << " threads, seed " << seed);
      Profile was = runOf(seed, threads, seed % 2), now = was;
      Teams teams(was);
      NoChange change;
      Replay replay(now, teams, change);
      replay.run();
      replay.place(1);
      CHECK(replay.shorter() == 0);
      forSegments(was, [&](LogPlace place, const Segment &segment) {
        checkSame(segment, segmentAt(now, place));
      });
    }
}

TEST_CASE("when everything takes three times as long, so do the regions") {
  for (int threads : {1, 2, 4})
    for (uint64_t seed = 0; seed < 30; ++seed) {
      INFO(threads << " threads, seed " << seed);
      Profile was = runOf(seed, threads, false), now = was;
      Teams teams(was);
      Slower change(3);
      Replay replay(now, teams, change);
      replay.run();
      for (const auto &[key, region] : replay.regions())
        CHECK(region.replayed == 3 * region.measured);
    }
}

TEST_CASE("others wait less for a thread that comes earlier, and no longer than for the next one") {
  for (Ticks by : {0, 30, 50, 80}) {
    INFO("earlier by " << by);
    Profile profile;
    profile.threads_asked = 2;
    profile.log_complete = true;
    profile.threads.resize(2);
    profile.threads[0].log = {segmentOf(0, 100, 200, 260, 0), segmentOf(1, 260, 300, 320, 0)};
    profile.threads[1].log = {segmentOf(0, 100, 250, 255, 1), segmentOf(1, 255, 400, 0, 1)};
    profile.threads[0].log[1].leave = 410; // the join
    Teams teams(profile);
    Earlier change;
    change.thread = 1;
    change.by = by;
    Replay replay(profile, teams, change);
    replay.run();
    replay.place(1);
    const std::vector<Segment> &first = profile.threads[0].log, &second = profile.threads[1].log;
    Ticks at_barrier = std::min<Ticks>(by, 50); // then thread 0 is the last
    CHECK(first[0].arrive == 200);
    CHECK(second[0].arrive == 250 - by);
    CHECK(first[0].leave == 260 - at_barrier);
    CHECK(second[0].leave == 255 - at_barrier);
    CHECK(second[1].arrive == 400 - at_barrier - by);
    Ticks over = std::max(first[1].arrive, second[1].arrive);
    CHECK(first[1].leave == over + 10);
    CHECK(replay.shorter() == 410 - first[1].leave);
  }
}
