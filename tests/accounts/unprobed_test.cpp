// SPDX-License-Identifier: Apache-2.0
// Constructs that a plan left without probes: their time is where they were executed, nothing is
// said of it that is not known, and the table names them.
#include "analyzer/books/balance_run.h"
#include "analyzer/books/serial_run.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/report/note_text.h"
#include "analyzer/tables/caveats.h"
#include "analyzer/tables/coverage.h"
#include "catch.hpp"
#include "closed_repetition.h"
#include "fake_run.h"
#include "tests/alone.h"

using namespace tare;
using namespace tare::test;
using Catch::Contains;

namespace {

uint32_t leftOut(FakeRun &run, NodeKind kind, const std::string &name, int parent) {
  uint32_t node = run.node(kind, name);
  run.describe(node).treatment = Treatment::Unprobed;
  run.describe(node).reason = "too short";
  run.describe(node).parent = parent;
  return node;
}

/// What the instrumenter says of a region with tasks that have no probes.
uint32_t regionOfTasks(FakeRun &run) {
  uint32_t region = run.node(NodeKind::Parallel, "tasks");
  run.describe(region).opaque = opaque_tasks;
  leftOut(run, NodeKind::Task, "", static_cast<int>(region));
  return region;
}

} // namespace

TEST_CASE("tasks without probes that one thread runs at the end are its work") {
  auto make = [](size_t n, Ticks body, Ticks waited) {
    FakeRun run(static_cast<int>(n));
    uint32_t region = regionOfTasks(run);
    run.fork(region, std::vector<Ticks>(n, 0));
    for (size_t i = 0; i < n; ++i)
      run.spend(i, region, Spent::Body, body);
    run.join(waited);
    return run.finish();
  };
  RepetitionAccount a = closed(make(1, 100, 900), make(2, 50, 500), 2, 1000);
  CHECK(line(a, category::unidentified) == 2 * 500 - 900);
  CHECK(line(a, category::additional_computation) == 0);
  CHECK(line(a, category::fork_join) == 0);
  CHECK(line(a, category::load_imbalance) == 0);
}

TEST_CASE("a wait for tasks without probes is no lack of tasks") {
  auto make = [](size_t n, Ticks waited, Ticks fetched) {
    FakeRun run(static_cast<int>(n));
    uint32_t region = regionOfTasks(run);
    uint32_t wait = run.node(NodeKind::Taskwait, "");
    run.describe(wait).parent = static_cast<int>(region);
    run.fork(region, std::vector<Ticks>(n, 0));
    for (size_t i = 0; i < n; ++i) {
      run.spend(i, wait, Spent::Wait, waited);
      run.spend(i, wait, Spent::Fetching, fetched);
    }
    run.join(0);
    return run.finish();
  };
  RepetitionAccount a = closed(make(1, 400, 0), make(2, 240, 10), 2, 400);
  CHECK(line(a, category::partially_parallelised) == 0);
  CHECK(line(a, category::runtime_scheduling) == 0);
  CHECK(line(a, category::unidentified) == 2 * 250 - 400);
}

TEST_CASE("a barrier in a construct that holds tasks without probes may hide them") {
  auto make = [](size_t n, Ticks release) {
    FakeRun run(static_cast<int>(n));
    uint32_t region = regionOfTasks(run);
    uint32_t single = run.node(NodeKind::Single, "");
    run.describe(single).parent = static_cast<int>(region);
    run.describe(single).opaque = opaque_unprobed; // it creates them
    run.fork(region, std::vector<Ticks>(n, 0));
    run.spend(0, single, Spent::Body, 100, 1);
    run.barrier(single, std::vector<Ticks>(n, release));
    run.join(0);
    return run.finish();
  };
  RepetitionAccount a = closed(make(1, 900), make(2, 500), 2, 1000);
  CHECK(line(a, category::additional_computation) == 0);
  CHECK(line(a, category::barriers) == 0);
  CHECK(line(a, category::unidentified) == 500 + 600 - 900);
}

TEST_CASE("without a reference nothing says that such a wait is work") {
  FakeRun run(2);
  uint32_t region = regionOfTasks(run);
  run.fork(region, {0, 0});
  for (size_t i = 0; i < 2; ++i)
    run.spend(i, region, Spent::Body, 100);
  run.join(300);
  KeyTable keys;
  Repetition repetition;
  repetition.threads = 2;
  repetition.instrumented = InstrumentedRun{run.shared(), 0};
  RepetitionAccount a = closed(repetition, keys);
  CHECK(line(a, category::unidentified) >= 2 * 300);
}

namespace {

/// A region with tasks without probes, or a task outside the text of regions, and a region whose
/// threads share a loop unevenly; a lock in a function of its own.
Profile twoRegions(size_t n, bool inside) {
  FakeRun run(static_cast<int>(n));
  uint32_t first = run.node(NodeKind::Parallel, "tasks");
  if (inside)
    run.describe(first).opaque = opaque_tasks;
  leftOut(run, NodeKind::Task, "", inside ? static_cast<int>(first) : -1);
  uint32_t second = run.node(NodeKind::Parallel, "loop"), loop = run.node(NodeKind::For, "", true);
  run.describe(loop).parent = static_cast<int>(second);
  uint32_t lock = run.node(NodeKind::Critical, "called");
  run.fork(first, std::vector<Ticks>(n, 0));
  run.join(0);
  run.fork(second, std::vector<Ticks>(n, 0));
  run.spend(0, loop, Spent::Body, n == 1 ? 1000 : 700, n == 1 ? 10 : 5);
  if (n > 1)
    run.spend(1, loop, Spent::Body, 300, 5);
  for (size_t i = 0; i < n; ++i)
    run.spend(i, lock, Spent::Body, 10);
  run.join(0);
  return run.finish();
}

} // namespace

TEST_CASE("regions without such tasks keep their lines, code that tasks may call does not") {
  RepetitionAccount a = closed(twoRegions(1, true), twoRegions(2, true), 2, 1010);
  CHECK(line(a, category::load_imbalance) == 400);
  KeyTable keys;
  keys.add(twoRegions(2, true));
  CHECK_FALSE(mayHideTasks(keys.node(keys.find("fake.c#main#for#0"))));
  CHECK(mayHideTasks(keys.node(keys.find("fake.c#main#criticalcalled#0"))));
}

TEST_CASE("of tasks outside the text of regions any region may be the one") {
  RepetitionAccount a = closed(twoRegions(1, false), twoRegions(2, false), 2, 1010);
  CHECK(line(a, category::load_imbalance) == 0);
  CHECK(line(a, category::unidentified) >= 400);
}

TEST_CASE("the twin of a construct without probes belongs to what is around that") {
  auto declare = [](FakeRun &run) {
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t loop = leftOut(run, NodeKind::For, "", static_cast<int>(region));
    leftOut(run, NodeKind::Critical, "", static_cast<int>(loop));
  };
  FakeRun one(1), serial(1);
  declare(one);
  one.fork(0, {0});
  one.spend(0, 0, Spent::Body, 700);
  one.join(0);
  declare(serial);
  for (uint32_t node : {0u, 1u, 2u}) {
    serial.describe(node).treatment = Treatment::Measured;
    serial.describe(node).counterpart = serial.describe(node).id.text();
    serial.describe(node).counterpart_by = "exact";
  }
  serial.serialAt(0, 100);
  serial.serialAt(1, 500);
  serial.serialAt(2, 60);
  KeyTable keys;
  std::vector<int> of = keys.add(one.finish());
  Result<BalancedRun> balance = balanceRun(one.finish(), 1, keys, of);
  REQUIRE(balance.ok());
  Result<SerialBalance> made = balanceSerial(serial.finish(), 660, balance.value().balance, keys);
  REQUIRE(made.ok());
  CHECK(made.value().work[static_cast<size_t>(of[0])] == 660);
  CHECK(made.value().counterpart_by[static_cast<size_t>(of[0])] == "exact");
  CHECK(made.value().work[static_cast<size_t>(of[1])] == 0);
}

TEST_CASE("a construct that had no time on one thread is still the counterpart of its twin") {
  FakeRun one(1), serial(1);
  for (FakeRun *run : {&one, &serial})
    run->node(NodeKind::Parallel, "");
  one.fork(0, {0});
  one.join(0); // executed, but all of it without a core
  serial.describe(0).counterpart = one.describe(0).id.text();
  serial.describe(0).counterpart_by = "exact";
  serial.serialAt(0, 100);
  KeyTable keys;
  std::vector<int> of = keys.add(one.finish());
  Result<BalancedRun> balance = balanceRun(one.finish(), 1, keys, of);
  REQUIRE(balance.ok());
  Result<SerialBalance> made = balanceSerial(serial.finish(), 100, balance.value().balance, keys);
  REQUIRE(made.ok());
  CHECK(made.value().counterpart_by[static_cast<size_t>(of[0])] == "exact");
}

namespace {

const UnprobedConstruct &lineOf(const Ledger::Coverage &coverage, const std::string &kind) {
  for (const UnprobedConstruct &line : coverage.unprobed)
    if (line.kind == kind)
      return line;
  FAIL("no " + kind);
  return coverage.unprobed.front();
}

/// Of two units that share their constructs, as with a header.
Profile unitWithPlan() {
  FakeRun run(2);
  int region = static_cast<int>(run.node(NodeKind::Parallel, ""));
  int loop = static_cast<int>(leftOut(run, NodeKind::For, "", region));
  leftOut(run, NodeKind::Critical, "", loop);
  leftOut(run, NodeKind::Task, "", region);
  leftOut(run, NodeKind::Barrier, "", -1);
  uint32_t call = leftOut(run, NodeKind::Call, "", -1);
  run.describe(call).serial = true;
  // The loop is the inner half of its region, as `parallel for` has it.
  for (int node : {region, loop})
    run.describe(static_cast<uint32_t>(node)).place = {"fake.c", 7, 1, 9};
  Profile profile = run.finish();
  profile.modules.push_back(profile.modules[0]);
  return profile;
}

} // namespace

TEST_CASE("the table names what was left out, why, and where its time is") {
  Ledger::Coverage coverage = coverageOf(unitWithPlan());
  CHECK(coverage.unprobed.size() == 5);
  CHECK(coverage.seen == 4); // the half is no directive of its own, a call none at all
  CHECK(coverage.left_alone == 3);
  CHECK(coverage.measured + coverage.left_alone == coverage.seen);
  CHECK(coverage.reasons.at("left out by the plan") == 3);
  const std::string region = "fake.c#main#parallel#0";
  CHECK(lineOf(coverage, "for").around == region);
  CHECK(lineOf(coverage, "critical").around == region);
  CHECK(lineOf(coverage, "task").around == region);
  CHECK(lineOf(coverage, "barrier").around.empty());
  CHECK(lineOf(coverage, "call").serial);
  CHECK(lineOf(coverage, "critical").reason == "too short");
  CHECK(lineOf(coverage, "critical").id == "fake.c#main#critical#0");
}

TEST_CASE("what it means for the lines: a sentence each") {
  std::vector<std::string> caveats =
      sentencesOf(caveatsOf(coverageOf(unitWithPlan()).unprobed, false));
  REQUIRE(caveats.size() == 3);
  CHECK_THAT(caveats[0], Contains("1 task;") && Contains("unexplained"));
  CHECK_THAT(caveats[1], Contains("1 critical, 1 for;") && Contains("around them"));
  CHECK_THAT(caveats[2], Contains("1 barrier;") && Contains("memory, cache, clock"));
  CHECK(caveatsOf(std::vector<UnprobedConstruct>(), false).empty());
}

TEST_CASE("what it means where a pilot run stands for them: one sentence") {
  std::vector<std::string> caveats =
      sentencesOf(caveatsOf(coverageOf(unitWithPlan()).unprobed, true));
  REQUIRE(caveats.size() == 1);
  CHECK_THAT(caveats[0], Contains("1 barrier, 1 critical, 1 for, 1 task;") &&
                             Contains("known from pilot runs") && !Contains("unexplained"));
  CHECK(caveatsOf(std::vector<UnprobedConstruct>(), true).empty());
}
