// SPDX-License-Identifier: Apache-2.0
// The overheads of one region that is reached through two chains of calls: each gets what happened
// in it, and together they are the construct's.
#include "analyzer/ledger/categories.h"
#include "analyzer/report/note_text.h"
#include "analyzer/tables/account.h"
#include "catch.hpp"
#include "fake_run.h"

using namespace tare;
using namespace tare::test;

namespace {

/// A loop in a region, first called from 0x10, where it is even, then from 0x20, where it is not.
Profile loopCalledTwice(int threads, std::vector<Ticks> even, std::vector<Ticks> uneven) {
  FakeRun run(threads);
  uint32_t region = run.node(NodeKind::Parallel, "solve");
  uint32_t loop = run.node(NodeKind::For, "solve", true);
  std::vector<Ticks> starts(even.size(), 0);
  run.serial(100);
  for (auto [caller, work] : {std::pair(0x10, &even), std::pair(0x20, &uneven)}) {
    run.through({0x4, static_cast<uint64_t>(caller)});
    run.fork(region, starts);
    for (size_t i = 0; i < work->size(); ++i)
      run.spend(i, loop, Spent::Body, (*work)[i], 100 / work->size());
    run.join(10);
  }
  run.through({});
  run.fork(region, starts);
  run.join(10);
  return run.finish();
}

Ledger ledgerOf(const Profile &one, const Profile &many) {
  Experiment experiment;
  experiment.program = "fake";
  experiment.reference = "omp_1";
  Repetition repetition;
  repetition.threads = 2;
  repetition.one = InstrumentedRun{std::make_shared<const Profile>(one), 0, {}};
  repetition.instrumented = InstrumentedRun{std::make_shared<const Profile>(many), 0, {}};
  experiment.repetitions = {repetition};
  experiment.call_names = {{{"/bin/fake", 0x4}, {{"solve", "fake.c", 40}}},
                           {{"/bin/fake", 0x10}, {{"step", "fake.c", 7}, {"main", "fake.c", 9}}}};
  Result<Ledger> ledger = account(experiment);
  if (!ledger.ok())
    FAIL(ledger.error().text());
  return ledger.value();
}

double figure(const std::vector<LedgerLine> &lines, std::string_view category) {
  for (const LedgerLine &line : lines)
    if (line.category == category)
      return line.time.time_s;
  return 0;
}

const PathLines &pathWith(const Table &table, const std::string &function) {
  for (const PathLines &path : table.paths)
    if ((function.empty() && path.calls.empty()) ||
        (!path.calls.empty() && path.calls.front().function == function))
      return path;
  FAIL("no path from " + function);
  return table.paths.front();
}

} // namespace

TEST_CASE("overheads divide over call paths") {
  Ledger ledger =
      ledgerOf(loopCalledTwice(1, {2000}, {2000}), loopCalledTwice(2, {1000, 1000}, {1500, 700}));
  const Table &table = ledger.tables.front();
  REQUIRE(table.paths.size() == 3);
  const PathLines &even = pathWith(table, "main"), &unknown = pathWith(table, "");
  const PathLines &uneven = pathWith(table, "0x20 of fake");

  SECTION("a wait is where it was waited") {
    CHECK(figure(even.overheads, category::load_imbalance) == 0);
    CHECK(figure(uneven.overheads, category::load_imbalance) ==
          Approx(figure(table.overheads, category::load_imbalance)));
    CHECK(figure(uneven.overheads, category::load_imbalance) == Approx(400e-6));
  }
  SECTION("each fork is of its own path") {
    for (const PathLines *path : {&even, &uneven, &unknown})
      CHECK(figure(path->overheads, category::fork_join) == Approx(10e-6).margin(1e-9));
  }
  SECTION("paths and what has none sum to the constructs") {
    for (const LedgerLine &line : table.overheads) {
      double placed = 0, by_path = 0;
      for (const ConstructLines &construct : table.constructs)
        placed += figure(construct.overheads, line.category);
      for (const PathLines &path : table.paths)
        by_path += figure(path.overheads, line.category);
      if (line.category != category::unparallelised)
        CHECK(by_path == Approx(placed).margin(1e-12));
    }
  }
  SECTION("inlined functions are steps of the path, outermost first") {
    REQUIRE(even.calls.size() == 3);
    CHECK(even.calls[0].function == "main");
    CHECK(even.calls[1].function == "step");
    CHECK(even.calls[2].function == "solve");
    CHECK(even.calls[2].line == 40);
  }
  CHECK(even.instances == 1);
  CHECK(even.time.time_s == Approx(1010e-6));
  CHECK(uneven.time.time_s == Approx(1510e-6));
}

TEST_CASE("a sampled log stands for what it has not kept") {
  Profile many = loopCalledTwice(2, {1000, 1000}, {1500, 700});
  many.level_regions = 1;
  many.log_complete = false;
  Ledger ledger = ledgerOf(loopCalledTwice(1, {2000}, {2000}), many);
  const PathLines &even = pathWith(ledger.tables.front(), "main");
  CHECK(even.instances == 2);
  CHECK(even.time.time_s == Approx(2 * 1010e-6));
  std::string notes;
  for (const std::string &note : sentencesOf(ledger.tables.front().notes))
    notes += note + "\n";
  CHECK_THAT(notes, Catch::Contains("the share of each call path is an estimate"));
}

TEST_CASE("a program whose calls are not known has no call paths") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "solve");
  run.fork(region, {0, 0});
  run.spend(0, region, Spent::Body, 100);
  run.spend(1, region, Spent::Body, 40);
  run.join(10);
  FakeRun one(1);
  one.fork(one.node(NodeKind::Parallel, "solve"), {0});
  one.spend(0, 0, Spent::Body, 140);
  one.join(10);
  CHECK(ledgerOf(one.finish(), run.finish()).tables.front().paths.empty());
}

TEST_CASE("time on the run queue is shared by all that ran since the last reading") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "solve");
  for (int k = 0; k < 2; ++k) {
    run.through({0x4, k == 0 ? 0x10u : 0x20u});
    run.fork(region, {0, 0});
    run.spend(0, region, Spent::Body, 500);
    run.spend(1, region, Spent::Body, 500);
    run.join(0);
  }
  Profile many = run.finish();
  for (ProfileThread &thread : many.threads) {
    Segment &last = thread.log.back();
    last.has_runq = true;
    last.runq_ns = 200000; // of a microsecond a tick: 200 ticks of both regions
    thread.runq_ns = 200000;
  }
  FakeRun one(1);
  one.fork(one.node(NodeKind::Parallel, "solve"), {0});
  one.spend(0, 0, Spent::Body, 2000);
  one.join(0);
  Ledger ledger = ledgerOf(one.finish(), many);
  const Table &table = ledger.tables.front();
  double first = figure(pathWith(table, "main").overheads, category::off_cpu);
  double second = figure(pathWith(table, "0x20 of fake").overheads, category::off_cpu);
  CHECK(first == Approx(second));
  CHECK(first + second == Approx(figure(table.overheads, category::off_cpu)));
}
