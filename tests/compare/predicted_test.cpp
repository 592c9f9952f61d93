// SPDX-License-Identifier: Apache-2.0
// A predicted ledger against a measured one: bands decide.
#include "analyzer/compare/verdict.h"
#include "as_prediction.h"
#include "catch.hpp"
#include "fake_ledger.h"

using namespace tare;
using namespace tare::test;

namespace {

/// Exactly the program's figures, with bands of +-`half` of T_p instead of repetitions.
Ledger predictionOf(const FakeProgram &program, double half) {
  Ledger ledger = FakeWeigher(1, {.line = 0}, 1).weigh(program);
  ledger.predicted = "N = 3000 on 2 threads";
  asPrediction(ledger.tables[0], program.serial_s, program.parallel_s, half);
  return ledger;
}

Ledger measurementOf(const FakeProgram &program, uint32_t seed = 2, int repetitions = 5) {
  return FakeWeigher(seed, {.line = 0.003}, repetitions).weigh(program);
}

FakeProgram withLocks(double share) {
  FakeProgram program = usualProgram();
  program.constructs[1].lines[0].second += share;
  return program;
}

const Change &changeOf(const ComparedTable &table, std::string_view category) {
  auto found = std::ranges::find_if(table.changes, [&](const Change &change) {
    return change.site < 0 && change.category == category;
  });
  REQUIRE(found != table.changes.end());
  return *found;
}

GateVerdict verdictOf(const Comparison &comparison, const char *gate) {
  return evaluateGate(parseGate(gate).value(), comparison).verdict;
}

} // namespace

TEST_CASE("a prediction that holds: every judged figure is inside, and gates pass") {
  Comparison held =
      compareLedgers(predictionOf(usualProgram(), 0.02), measurementOf(usualProgram())).value();
  CHECK(held.predicted == PredictedSide::Base);
  const ComparedTable &table = held.tables[0];
  CHECK(heldBy(table.parallel) == Held::Inside);
  for (const Change &change : table.changes)
    if (change.tested)
      CHECK(heldBy(change.difference) == Held::Inside);
  CHECK(reportedChanges(table).empty());
  CHECK(verdictOf(held, "any > 5%") == GateVerdict::Passed);
}

TEST_CASE("a row that is measured beyond its band is outside, at its construct too") {
  Comparison missed =
      compareLedgers(predictionOf(usualProgram(), 0.02), measurementOf(withLocks(0.1))).value();
  const ComparedTable &table = missed.tables[0];
  CHECK(heldBy(changeOf(table, category::locks).difference) == Held::Outside);
  CHECK(heldBy(changeOf(table, category::load_imbalance).difference) == Held::Inside);
  std::vector<const Change *> reported = reportedChanges(table);
  REQUIRE(reported.size() == 2);
  CHECK(reported[1]->site >= 0);
  CHECK(verdictOf(missed, "locks > 5%") == GateVerdict::Failed);
  CHECK(verdictOf(missed, "load_imbalance > 5%") == GateVerdict::Passed);
}

TEST_CASE("whether a figure is outside for sure depends on its own band") {
  Difference difference = differenceOfBands({1, 1, 1}, 0.1, {1.15, 1.15, 1.15}, 0.1);
  CHECK(heldBy(difference) == Held::Open);
  difference.head_half_s = 0.04;
  CHECK(heldBy(difference) == Held::Outside);
  difference.base_half_s = 0.16;
  CHECK(heldBy(difference) == Held::Inside);
  CHECK_FALSE(differenceOfBands({1, 1, 1}, 0, {2, 2, 2}, 0).testable);
}

TEST_CASE("a what-if's model error widens every figure of its side") {
  Ledger narrow = predictionOf(usualProgram(), 0.001), head = measurementOf(withLocks(0.1));
  CHECK(heldBy(
            changeOf(compareLedgers(narrow, head).value().tables[0], category::locks).difference) ==
        Held::Outside);
  narrow.tables[0].model_half_s = 0.2 * usualProgram().parallel_s;
  CHECK(heldBy(
            changeOf(compareLedgers(narrow, head).value().tables[0], category::locks).difference) ==
        Held::Inside);
}

TEST_CASE("one repetition is enough for a verdict on a prediction") {
  Comparison held =
      compareLedgers(predictionOf(usualProgram(), 0.05), measurementOf(usualProgram(), 3, 1))
          .value();
  CHECK(held.tables[0].isTestable());
  CHECK(heldBy(held.tables[0].parallel) == Held::Inside);
}

TEST_CASE("a construct without a prediction is not judged, and leaves its gate open") {
  Ledger base = predictionOf(usualProgram(), 0.02);
  base.tables[0].constructs.erase(base.tables[0].constructs.begin() + 1);
  Comparison lacking = compareLedgers(base, measurementOf(withLocks(0.1))).value();
  for (const Change &change : lacking.tables[0].changes)
    if (change.site >= 0 && !lacking.tables[0].sites[size_t(change.site)].base)
      CHECK_FALSE(change.tested);
  CHECK(verdictOf(lacking, "locks@second > 5%") == GateVerdict::Open);
}

TEST_CASE("measured, then predicted: the change that is forecast, by both bands") {
  Comparison gain =
      compareLedgers(measurementOf(withLocks(0.1)), predictionOf(usualProgram(), 0.01)).value();
  CHECK(gain.predicted == PredictedSide::Head);
  const Change &locks = changeOf(gain.tables[0], category::locks);
  CHECK(locks.reported);
  CHECK(locks.difference.change_s < 0);
  Comparison vague =
      compareLedgers(measurementOf(withLocks(0.1)), predictionOf(usualProgram(), 0.2)).value();
  CHECK_FALSE(changeOf(vague.tables[0], category::locks).reported);
}

TEST_CASE("the share of predictions that are called outside though they hold") {
  int outside = 0, trials = 400;
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  for (int i = 0; i < trials; ++i) {
    double miss = 0.02 / 1.96 * normal(random); // of a band of +-2 %
    FakeProgram program = usualProgram();
    program.parallel_s *= 1 + miss;
    Comparison made =
        compareLedgers(predictionOf(usualProgram(), 0.02), measurementOf(program, uint32_t(i) + 10))
            .value();
    outside += heldBy(made.tables[0].parallel) == Held::Outside;
  }
  CHECK(outside <= trials * 5 / 100);
  CHECK(outside > 0);
}
