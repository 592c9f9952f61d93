// SPDX-License-Identifier: Apache-2.0
// Programs that do their work at other constructs with p threads than with one.
#include "analyzer/ledger/categories.h"
#include "closed_repetition.h"
#include "fake_run.h"

#include <ostream>

using namespace tare;
using namespace tare::test;

namespace {

enum { MOVING_REGION, MOVING_LOOP, SEVERAL, HIDDEN };

void declareNodes(FakeRun &run) {
  run.node(NodeKind::Parallel, "");
  run.node(NodeKind::Loop, ""); // of region code: calls either, or both
  run.node(NodeKind::For, "", true);
  run.node(NodeKind::Critical, "");
  run.describe(MOVING_LOOP).parent = MOVING_REGION;
  run.describe(HIDDEN).opaque = "target";
}

/// All threads together: `loop` at the loop, `several` at the for that it calls.
Profile program(int threads, Ticks loop, Ticks several, const OuterNodes &outer) {
  FakeRun run(threads);
  declareNodes(run);
  auto n = static_cast<size_t>(threads);
  run.fork(MOVING_REGION, std::vector<Ticks>(n, 0));
  for (size_t i = 0; i < n; ++i) {
    run.spend(i, MOVING_LOOP, Spent::Body, loop / threads, 1);
    if (several)
      run.spend(i, SEVERAL, Spent::Body, several / threads, 5);
  }
  run.join(0);
  Profile profile = run.finish();
  for (ProfileThread &thread : profile.threads)
    thread.nodes[SEVERAL].outer = several ? outer : OuterNodes();
  return profile;
}

struct Outcome {
  Ticks additional, work_rate, unpaired;
  bool operator==(const Outcome &) const = default;
};

std::ostream &operator<<(std::ostream &out, const Outcome &o) {
  return out << o.additional << " " << o.work_rate << " " << o.unpaired;
}

struct MovingWork {
  Ticks loop, several;
};

Outcome outcome(const MovingWork &one, const MovingWork &many,
                const OuterNodes &outer = {MOVING_LOOP}) {
  RepetitionAccount a =
      closed(program(1, one.loop, one.several, outer), program(2, many.loop, many.several, outer),
             2, one.loop + one.several);
  return {line(a, category::additional_computation), line(a, category::work_rate),
          a.unidentified.unpaired};
}

} // namespace

TEST_CASE(
    "work that moved to another construct is counted once, and what it grew by is additional") {
  CHECK(outcome({1000, 0}, {0, 1400}) == Outcome{400, 0, 0});
  CHECK(outcome({1000, 1000}, {1400, 0}) == Outcome{-600, 0, 0});
}

TEST_CASE("what was not moved stays work rate") {
  CHECK(outcome({1000, 0}, {1100, 300}) == Outcome{300, 100, 0});
  CHECK(outcome({1000, 0}, {500, 300}) == Outcome{0, -200, 0});
}

TEST_CASE("what one run does with nothing around it is additional computation") {
  CHECK(outcome({1000, 0}, {1000, 300}, {}) == Outcome{300, 0, 0});
  CHECK(outcome({1000, 300}, {1000, 0}, {}) == Outcome{-300, 0, 0});
}

TEST_CASE("a construct of one run in one that no probe can see into is unpaired") {
  CHECK(outcome({1000, 0}, {1000, 300}, {HIDDEN}) == Outcome{0, 0, 300});
}

TEST_CASE("work that moved from serial code to a region is no gain of the work rate") {
  auto make = [](int threads, Ticks serial, Ticks region) {
    FakeRun run(threads);
    declareNodes(run);
    auto n = static_cast<size_t>(threads);
    run.serial(serial);
    run.fork(MOVING_REGION, std::vector<Ticks>(n, 0));
    for (size_t i = 0; i < n; ++i)
      run.spend(i, MOVING_LOOP, Spent::Body, 500 / threads, 1);
    if (region)
      for (size_t i = 0; i < n; ++i)
        run.spend(i, SEVERAL, Spent::Body, region / threads, 5);
    run.join(0);
    return run.finish();
  };
  RepetitionAccount a = closed(make(1, 1000, 0), make(2, 100, 1100), 2, 1500);
  CHECK(line(a, category::additional_computation) == 200);
  CHECK(line(a, category::work_rate) == 0);
  CHECK(line(a, category::unidentified) == 0);
}

namespace {

/// A region with one loop, whose work its threads share.
void share(FakeRun &run, int threads, uint32_t region, uint32_t loop, Ticks work) {
  auto n = static_cast<size_t>(threads);
  run.fork(region, std::vector<Ticks>(n, 0));
  for (size_t i = 0; i < n; ++i)
    run.spend(i, loop, Spent::Body, work / threads, 5);
  run.join(0);
}

enum { STATEMENT, OTHER, WHOLE, PART };

/// A serial statement that is executed `times`, one that has `part`, and a region with `region`
/// inside it.
Profile calls(int threads, std::vector<Ticks> times, Ticks around, Ticks region) {
  FakeRun run(threads);
  run.node(NodeKind::Loop, "");
  run.node(NodeKind::Loop, "");
  run.node(NodeKind::Parallel, "");
  run.node(NodeKind::For, "", true);
  for (uint32_t statement : {STATEMENT, OTHER})
    run.describe(statement).serial = true;
  run.describe(WHOLE).parent = OTHER;
  run.describe(PART).parent = WHOLE;
  for (Ticks ticks : times)
    run.serialAt(STATEMENT, ticks);
  if (around)
    run.serialAt(OTHER, around);
  if (region)
    share(run, threads, WHOLE, PART, region);
  return run.finish();
}

Outcome outcome(const Profile &one, const Profile &many) {
  RepetitionAccount a = closed(one, many, 2, one.window);
  return {line(a, category::additional_computation), line(a, category::work_rate),
          a.unidentified.unpaired};
}

} // namespace

TEST_CASE("a serial statement that one run executes oftener took another way there") {
  CHECK(outcome(calls(1, {1000}, 0, 0), calls(2, {1300}, 0, 0)) == Outcome{0, 300, 0});
  CHECK(outcome(calls(1, {1000, 10}, 0, 0), calls(2, {12}, 0, 0)) == Outcome{-998, 0, 0});
  CHECK(outcome(calls(1, {500}, 0, 0), calls(2, {500, 500}, 0, 0)) == Outcome{500, 0, 0});
  CHECK(outcome(calls(1, {500, 500, 500}, 0, 0), calls(2, {500, 500, 500, 500}, 0, 0)) ==
        Outcome{0, 500, 0}); // no more than a third more: slower or more of it, nobody knows
}

TEST_CASE("work that moved from a serial statement to a region in it") {
  CHECK(outcome(calls(1, {}, 1000, 0), calls(2, {}, 100, 1100)) == Outcome{200, 0, 0});
  CHECK(outcome(calls(1, {}, 1000, 0), calls(2, {}, 1100, 300)) == Outcome{300, 100, 0});
}

namespace {

enum { STEPS, CALL, REGION_IN_STEPS, FOR_IN_STEPS };

/// A serial loop around a call, which one thread executes, and a region, which several do; and
/// serial code at no known place.
Profile steps(int threads, Ticks around, Ticks call, Ticks region, Ticks rest) {
  FakeRun run(threads);
  run.node(NodeKind::Loop, "");
  run.node(NodeKind::Call, "");
  run.node(NodeKind::Parallel, "");
  run.node(NodeKind::For, "", true);
  for (uint32_t statement : {STEPS, CALL})
    run.describe(statement).serial = true;
  run.describe(CALL).parent = run.describe(REGION_IN_STEPS).parent = STEPS;
  run.describe(FOR_IN_STEPS).parent = REGION_IN_STEPS;
  run.serialAt(STEPS, around);
  if (call)
    run.serialAt(CALL, call);
  run.serial(rest);
  if (region)
    share(run, threads, REGION_IN_STEPS, FOR_IN_STEPS, region);
  return run.finish();
}

/// A call in a serial loop; 0 ticks: its probes have stopped, since it is short.
Profile stopping(int times, Ticks at, Ticks around) {
  FakeRun run(times > 10 ? 2 : 1);
  run.node(NodeKind::Loop, "");
  run.node(NodeKind::Call, "");
  for (uint32_t statement : {STEPS, CALL})
    run.describe(statement).serial = true;
  run.describe(CALL).parent = STEPS;
  run.serialAt(STEPS, around);
  for (int i = 0; i < times; ++i)
    run.serialAt(CALL, at / times);
  return run.finish();
}

} // namespace

TEST_CASE("a call and the region that stands for it are in the same serial loop") {
  Profile one = steps(1, 500, 1000, 0, 500);
  CHECK(outcome(one, steps(2, 500, 0, 1000, 800)) == Outcome{0, 300, 0});
  CHECK(outcome(one, steps(2, 300, 0, 1000, 500)) == Outcome{0, -200, 0});
  CHECK(outcome(one, steps(2, 500, 0, 1200, 500)) == Outcome{200, 0, 0});
}

TEST_CASE("of a serial statement that is too short in one run nothing is known") {
  Outcome short_there = outcome(stopping(10, 1000, 100), stopping(16, 0, 1700));
  CHECK(short_there.additional == 0);
  CHECK(short_there.work_rate == 600);
}
