// SPDX-License-Identifier: Apache-2.0
// Whole tables: predicted rows sum to the predicted time, and the ledger is one that every reader
// takes.
#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/ledger_json.h"
#include "analyzer/models/model_report.h"
#include "analyzer/models/predicted_ledger.h"
#include "catch.hpp"
#include "tests/models/simulated_ledger.h"

#include <cmath>

using namespace tare;

namespace {

std::vector<NamedLedger> ledgersOf(uint64_t seed, const std::vector<double> &usual_sizes,
                                   const std::vector<int> &threads, double noise = 0.01) {
  std::mt19937_64 random(seed);
  std::vector<NamedLedger> ledgers;
  for (double size : usual_sizes)
    ledgers.push_back(simulatedLedger(random, {.noise = noise}, size, threads));
  return ledgers;
}

NamedLedger changed(const NamedLedger &named, void (*change)(Ledger &)) {
  auto ledger = std::make_shared<Ledger>(*named.ledger);
  change(*ledger);
  return {"changed", ledger};
}

int64_t nanosecondsOf(double seconds) { return std::llround(seconds * 1e9); }

/// T_s/p and all rows.
int64_t nanosecondsOf(const TablePrediction &prediction) {
  int64_t sum = nanosecondsOf(prediction.ideal_s);
  for (const PredictedRow &row : prediction.rows)
    sum += nanosecondsOf(row.time.time_s);
  return sum;
}

} // namespace

TEST_CASE("predicted rows and T_s/p are the predicted time, to the nanosecond") {
  int inside = 0, asked = 0;
  for (uint64_t seed = 1; seed <= 15; ++seed) {
    auto tables = programTablesOf(ledgersOf(seed, usual_sizes, {1, 2, 4}), {});
    REQUIRE(tables.ok());
    auto made = predictTable(tables.value(), {{"N", 1200}, {"threads", 4}}, {});
    REQUIRE(made.ok());
    const TablePrediction &prediction = made.value();
    CHECK(nanosecondsOf(prediction) == nanosecondsOf(prediction.parallel.time_s));
    double truth = trueParallelTime(1200, 4);
    CHECK(std::abs(prediction.parallel.time_s / truth - 1) < 0.1);
    inside += prediction.parallel.low_s <= truth && truth <= prediction.parallel.high_s;
    ++asked;
    Ledger ledger = predictedLedger(prediction, "N = 1200 on 4 threads");
    auto read = readLedger(writeLedger(ledger));
    INFO((read.ok() ? "" : read.error().text()));
    REQUIRE(read.ok());
    CHECK(read.value().predicted == "N = 1200 on 4 threads");
    CHECK(read.value().settings.parameters.at("N") == "1200");
  }
  CHECK(inside >= asked - 2);
}

TEST_CASE(
    "rows that disagree with the whole are moved towards it, and still sum to the nanosecond") {
  std::vector<NamedLedger> ledgers = ledgersOf(4, usual_sizes, {4});
  for (NamedLedger &named : ledgers) // T_p is a tenth longer than its rows say
    named = changed(named, [](Ledger &ledger) {
      Table &table = ledger.tables.front();
      table.parallel_time.time_s *= 1.1;
      for (double &value : table.parallel_repetitions_s)
        value *= 1.1;
    });
  auto made = predictTable(programTablesOf(ledgers, {}).value(), {{"N", 1200}, {"threads", 4}}, {});
  REQUIRE(made.ok());
  const TablePrediction &prediction = made.value();
  CHECK(nanosecondsOf(prediction) == nanosecondsOf(prediction.parallel.time_s));
  double rows_say = trueParallelTime(1200, 4), whole_says = 1.1 * rows_say;
  REQUIRE(prediction.direct);
  CHECK(prediction.direct->time_s == Approx(whole_says).epsilon(0.03));
  CHECK(prediction.reconciled_s > 0);
  CHECK(prediction.reconciled_s < whole_says - 0.95 * rows_say);
  CHECK(prediction.parallel.time_s == Approx(rows_say + prediction.reconciled_s).epsilon(0.03));
  CHECK(prediction.disagrees);
  double half = prediction.parallel.high_s - prediction.parallel.time_s;
  CHECK(half >= prediction.reconciled_s); // the band tells of it
}

TEST_CASE("threads that were not run are predicted from three numbers of threads") {
  auto tables = programTablesOf(ledgersOf(3, usual_sizes, {1, 2, 4, 8}), {});
  auto made = predictTable(tables.value(), {{"N", 800}, {"threads", 16}}, {});
  INFO((made.ok() ? "" : made.refusal().text()));
  REQUIRE(made.ok());
  CHECK(std::abs(made.value().parallel.time_s / trueParallelTime(800, 16) - 1) < 0.15);
}

TEST_CASE("what must not be fitted together is refused by its reason") {
  std::vector<NamedLedger> ledgers = ledgersOf(1, usual_sizes, {1, 2});
  auto reason = [&](void (*change)(Ledger &)) {
    std::vector<NamedLedger> mixed = ledgers;
    mixed.back() = changed(mixed.back(), change);
    auto tables = programTablesOf(mixed, {});
    REQUIRE_FALSE(tables.ok());
    return tables.refusal().reason;
  };
  CHECK(reason([](Ledger &l) { l.machine.cpu = "other"; }) == RefusalReason::OtherMachine);
  CHECK(reason([](Ledger &l) { l.openmp_runtime.name = "libomp"; }) ==
        RefusalReason::OtherCompiler);
  CHECK(reason([](Ledger &l) { l.program = "other"; }) == RefusalReason::MixedKeys);
  CHECK(reason([](Ledger &l) { l.settings.parameters["M"] = "3"; }) == RefusalReason::MixedKeys);
  CHECK(reason([](Ledger &l) { l.settings.environment["OMP_SCHEDULE"] = "static"; }) ==
        RefusalReason::MixedKeys);
}

TEST_CASE("points that do not reach are refused by their reason") {
  auto refusal = [](const std::vector<double> &measured, const std::vector<int> &threads,
                    ModelPoint at, const TableQuestion &question = {}) {
    auto tables = programTablesOf(ledgersOf(5, measured, threads), {});
    auto made = predictTable(tables.value(), at, question);
    REQUIRE_FALSE(made.ok());
    return made.refusal().reason;
  };
  CHECK(refusal({200, 400, 800}, {1, 2}, {{"N", 900}, {"threads", 2}}) ==
        RefusalReason::TooFewPoints);
  CHECK(refusal(usual_sizes, {1, 2}, {{"N", 4000}, {"threads", 2}}) == RefusalReason::Reach);
  CHECK(refusal(usual_sizes, {1, 2}, {{"N", 900}, {"threads", 4}}) == RefusalReason::Regime);
  CHECK(refusal(usual_sizes, {1, 2, 4, 8}, {{"N", 900}, {"threads", 32}}) == RefusalReason::Regime);
  TableQuestion caches;
  caches.memory.footprint = readTemplate("N^2").value();
  caches.memory.factor = 24;
  caches.memory.caches = {{1, 32768, 0}, {2, 24.0 * 820 * 820, 0}};
  CHECK(refusal(usual_sizes, {1, 2}, {{"N", 900}, {"threads", 2}}, caches) ==
        RefusalReason::Regime);
}

TEST_CASE("models are written as text and JSON") {
  auto tables = programTablesOf(ledgersOf(2, usual_sizes, {1, 2}), {});
  ModelReport report;
  report.program = "made";
  report.sizes = {"N"};
  report.keys = tables.value().keys;
  for (int threads : modelledThreads(tables.value()))
    report.models.push_back(tableModel(tables.value(), threads, {}).value());
  report.efficiencies.push_back(sizeForEfficiency(report.models.back(), 0.7));
  std::string brief = modelText(report, {}, 100), full = modelText(report, {"", true}, 100);
  CHECK(brief.starts_with("made over N:\n  On 1 thread, the parallel time grows as N^3."));
  CHECK(brief.find("\n  load imbalance at made.c:10 parallel for: ") != std::string::npos);
  CHECK(brief.find("check: ") == std::string::npos);
  CHECK(full.find("counted exactly: N executions, N^2 iterations") != std::string::npos);
  CHECK(full.find("no other fits as well") != std::string::npos);
  CHECK(brief.find("NOT RELIABLE") == std::string::npos);
  std::string json = modelJson(report);
  CHECK(json.find("\"tare.model/1\"") != std::string::npos);
  CHECK(json == modelJson(report));
}

TEST_CASE("rows without a model are gathered by their reason, with what to do") {
  auto tables = programTablesOf(ledgersOf(2, {200, 400, 800}, {2}), {});
  std::string text = modelText(modelReport(tables.value(), {}, 0).value(), {}, 100);
  INFO(text);
  CHECK(text.find("\n  no model (too-few-points): serial time; parallel time; ") !=
        std::string::npos);
  CHECK(text.find("add --template 'N^2' if you know the form") != std::string::npos);
}
