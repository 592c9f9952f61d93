// SPDX-License-Identifier: Apache-2.0
// Tables of runs under a budget: those of whole runs where instances are alike; where they are not,
// bands that are as wide as the estimate is wrong.
#include "analyzer/accounts/whole_repetition.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/report/note_text.h"
#include "analyzer/tables/account.h"
#include "catch.hpp"
#include "chooser.h"
#include "tests/accounts/close_alone.h"
#include "tests/perturbation/simulated_program.h"

#include <cmath>

using namespace tare;
using namespace tare::test;

namespace {

Features featuresOfRepetitions() {
  Features some;
  some.nested = some.own_locks = some.shared_locks = some.tasks = true;
  return some;
}

Repetition repetitionOf(const Profile &one, const Profile &many) {
  Repetition repetition;
  repetition.threads = int(many.threads_asked);
  repetition.one = InstrumentedRun{std::make_shared<const Profile>(one), 0, {}};
  repetition.instrumented = InstrumentedRun{std::make_shared<const Profile>(many), 0, {}};
  return repetition;
}

struct Closed {
  RepetitionAccount account;
  WholeRepetition whole;
};

Closed closedWhole(const Repetition &repetition, KeyTable &keys) {
  Result<WholeRepetition> whole = wholeRepetition(repetition);
  if (!whole.ok())
    FAIL(whole.error().text());
  Result<RepetitionAccount> account = closeRepetition(whole.value().repetition, keys);
  if (!account.ok())
    FAIL(account.error().text());
  if (Result<void> added =
          addSamplingError(repetition, whole.value(), keys, false, account.value());
      !added.ok())
    FAIL(added.error().text());
  return {account.value(), whole.value()};
}

Result<Ledger> ledgerOf(const std::vector<Repetition> &repetitions) {
  Experiment experiment;
  experiment.program = "fake";
  experiment.reference = "omp_1";
  experiment.repetitions = repetitions;
  return account(experiment);
}

size_t lineOf(std::string_view category) {
  for (size_t i = 0; i < allOverheads().size(); ++i)
    if (allOverheads()[i]->category == category)
      return i;
  FAIL("no such category");
  return 0;
}

Estimate lineIn(const Table &table, std::string_view category) {
  for (const LedgerLine &line : table.overheads)
    if (line.category == category)
      return line.time;
  FAIL("no such line");
  return {};
}

/// One loop in one region whose work differs from execution to execution, and between threads.
Profile unevenRun(int threads, uint64_t seed, int times) {
  Node parallel, loop;
  parallel.kind = NodeKind::Parallel;
  loop.kind = NodeKind::For;
  parallel.treatment = loop.treatment = Treatment::Measured;
  loop.id.ordinal = loop.parent = 0;
  parallel.id = {"fake.c", "main", "parallel", 0};
  loop.id = {"fake.c", "main", "for", 0};
  loop.unsampled = "short body";
  SimulatedProgram program;
  program.threads = threads;
  program.nodes = {parallel, loop};
  Random random(seed);
  for (int i = 0; i < times; ++i) {
    auto region = std::make_shared<SimulatedRegion>();
    region->start.assign(size_t(threads), 50);
    Phase phase;
    for (int t = 0; t < threads; ++t) {
      Step begin, code, end;
      begin.kind = Step::Kind::Begin;
      end.kind = Step::Kind::End;
      begin.node = end.node = 1;
      begin.units = 10;
      code.ticks = 1000 + random.ticks(4000) / threads;
      phase.threads.push_back({begin, code, end});
      phase.release.push_back(10);
    }
    region->phases = {phase};
    Step fork;
    fork.kind = Step::Kind::Region;
    fork.region = region;
    program.initial.push_back(fork);
  }
  return simulate(program, ProbeCosts());
}

} // namespace

TEST_CASE("executions that are alike: the table of those that were measured is that of all") {
  for (int threads : {2, 4})
    for (uint64_t seed = 0; seed < 12; ++seed) {
      INFO(threads << " threads, seed " << seed);
      Random random(seed);
      Profile many =
          simulate(repeatingProgram(random, threads, featuresOfRepetitions(), 30), ProbeCosts());
      Repetition complete, thinned; // each its own reference
      complete.threads = thinned.threads = threads;
      complete.instrumented.profile = std::make_shared<const Profile>(many);
      thinned.instrumented.profile =
          std::make_shared<const Profile>(choose(many, rows(many, random, 6)));
      KeyTable keys;
      RepetitionAccount all = closedWhole(complete, keys).account;
      Closed part = closedWhole(thinned, keys);
      CHECK(part.whole.is_expanded);
      for (size_t line = 0; line < all.totals.size(); ++line) {
        INFO(allOverheads()[line]->category);
        CHECK(part.account.totals[line] == all.totals[line]);
        CHECK(part.account.sampling[line] == 0);
      }
      CHECK(part.account.at == all.at);
      CHECK(part.account.instances == all.instances);
      CHECK(part.account.serial == all.serial);
      CHECK(part.account.parallel == all.parallel);
    }
}

TEST_CASE("a table tells of the budget, and of the error of what stands for others") {
  Profile one = unevenRun(1, 5, 200), many = unevenRun(2, 6, 200);
  Random random(8);
  Repetition whole = repetitionOf(one, many);
  Repetition thinned =
      repetitionOf(choose(one, rows(one, random, 8)), choose(many, rows(many, random, 8)));
  Ledger complete = ledgerOf({whole}).value(), estimate = ledgerOf({thinned}).value();
  CHECK(!complete.tables[0].own_cost.budget);
  const Table &table = estimate.tables[0];
  REQUIRE(table.own_cost.budget);
  const Budget &budget = *table.own_cost.budget;
  CHECK(budget.asked == Approx(0.02));
  CHECK(budget.instances == 200);
  CHECK(budget.skipped_instances >= 170);
  CHECK(budget.skipped_share > 0.8);
  CHECK(budget.skipped_share < 0.95);
  CHECK(table.parallel_time.time_s == complete.tables[0].parallel_time.time_s);
  Estimate line = lineIn(table, category::load_imbalance);
  CHECK(line.low_s < line.time_s);
  CHECK(line.high_s > line.time_s);
}

TEST_CASE("bands hold the truth") {
  Profile one = unevenRun(1, 5, 200), many = unevenRun(2, 6, 200);
  double truth =
      lineIn(ledgerOf({repetitionOf(one, many)}).value().tables[0], category::load_imbalance)
          .time_s;
  int held = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    Table table =
        ledgerOf({repetitionOf(one, choose(many, rows(many, random, 8)))}).value().tables[0];
    Estimate line = lineIn(table, category::load_imbalance);
    held += line.low_s <= truth && truth <= line.high_s;
    CHECK(line.high_s - line.low_s < truth); // and not just anything
  }
  CHECK(held >= 51); // 57 of 60 are 95 %; less 3.5 standard errors
}

TEST_CASE("the standard error that is told is the one that there is") {
  Profile one = unevenRun(1, 15, 160), many = unevenRun(2, 16, 160);
  size_t line = lineOf(category::load_imbalance);
  double sum = 0, squares = 0, told = 0;
  constexpr int seeds = 150;
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    Random random(500 + seed);
    KeyTable keys;
    RepetitionAccount account =
        closedWhole(repetitionOf(one, choose(many, rows(many, random, 5))), keys).account;
    auto value = double(account.totals[line]);
    sum += value;
    squares += value * value;
    told += double(account.sampling[line]) * double(account.sampling[line]);
  }
  double variance = squares / seeds - sum / seeds * sum / seeds;
  INFO("deviation " << std::sqrt(variance) << ", told " << std::sqrt(told / seeds));
  // The variance of so many has an error of an eighth; neighbours that differ by chance are, taken
  // from rows, somewhat better than taken from anywhere, and by their distance somewhat worse.
  CHECK(told / seeds > 0.6 * variance);
  CHECK(told / seeds < 1.7 * variance);
}

TEST_CASE("what nobody stands for, or one alone, is said") {
  Profile one = unevenRun(1, 5, 20), many = unevenRun(2, 6, 20);
  Choices choices(20, Choice::LeaveOut);
  choices[3] = Choice::Measure;
  Result<Ledger> alone = ledgerOf({repetitionOf(one, choose(many, choices))});
  REQUIRE(alone.ok());
  std::string notes;
  for (const std::string &note : sentencesOf(alone.value().tables[0].notes))
    notes += note + "\n";
  CHECK_THAT(notes,
             Catch::Contains("one measured execution stands for all others of 1 region (fake.c:") &&
                 Catch::Contains(": 19), which the budget skipped") && !Catch::Contains("#"));
  choices[3] = Choice::Unlogged;
  Result<Ledger> none = ledgerOf({repetitionOf(one, choose(many, choices))});
  REQUIRE(none.ok());
  notes.clear();
  for (const std::string &note : sentencesOf(none.value().tables[0].notes))
    notes += note + "\n";
  CHECK_THAT(notes, Catch::Contains("skipped executions of 1 region (fake.c:") &&
                        Catch::Contains(": 19)"));
}

TEST_CASE("several tuples: bands are no narrower than what standing for others costs") {
  Profile one = unevenRun(1, 5, 100), many = unevenRun(2, 6, 100);
  Random random(1);
  Choices choices = rows(many, random, 10);
  Profile thinned = choose(many, choices);
  Repetition repetition =
      repetitionOf(one, thinned); // the same error in each of them, which no spread shows
  Table single = ledgerOf({repetition}).value().tables[0];
  Table four = ledgerOf({repetition, repetition, repetition, repetition}).value().tables[0];
  for (size_t i = 0; i < single.overheads.size(); ++i) {
    double half = single.overheads[i].time.high_s - single.overheads[i].time.time_s;
    double half_of_four = four.overheads[i].time.high_s - four.overheads[i].time.time_s;
    CHECK(half_of_four == Approx(half / 2).margin(1e-15)); // as if they were independent
  }
}

TEST_CASE("a log that disagrees with its cells is refused before it stands for anything") {
  Profile one = unevenRun(1, 5, 20), many = unevenRun(2, 6, 20);
  Random random(4);
  Profile thinned = choose(many, rows(many, random, 5));
  thinned.threads[1].nodes[1].cells[Spent::Body].ticks += 1;
  CHECK(!ledgerOf({repetitionOf(one, thinned)}).ok());
}
