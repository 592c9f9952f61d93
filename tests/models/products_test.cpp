// SPDX-License-Identifier: Apache-2.0
// Rows over two sizes: sums and products are told apart, and a size without effect drops out.
#include "analyzer/models/products.h"
#include "analyzer/models/row_model.h"
#include "analyzer/models/table_model.h"
#include "catch.hpp"
#include "tests/models/simulated_ledger.h"
#include "tests/models/simulated_series.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace tare;

namespace {

/// Two lines that cross, and three points beside them.
std::vector<ModelPoint> crossed() {
  std::vector<ModelPoint> points;
  for (double n : {100, 200, 300, 400, 500, 600})
    points.push_back({{"M", 8}, {"N", n}});
  for (double m : {2, 4, 16, 32})
    points.push_back({{"M", m}, {"N", 300}});
  for (auto [n, m] : {std::pair(100, 2), std::pair(500, 16), std::pair(600, 32)})
    points.push_back({{"M", m}, {"N", n}});
  return points;
}

ModelSeries seriesOf(std::mt19937_64 &random, const TruthOf &truth, double noise) {
  ModelSeries series;
  for (const ModelPoint &point : crossed())
    series.points.push_back(simulated(random, truth, point, noise, 5));
  return series;
}

ModelQuestion bothSizes() {
  ModelQuestion question;
  question.sizes = {"M", "N"};
  return question;
}

struct Found {
  int answered = 0, inside = 0, with_m = 0;
  double error = 0;
};

Found foundFor(const TruthOf &truth, double noise, int trials) {
  std::mt19937_64 random(11);
  Found found;
  const ModelPoint there = {{"M", 48}, {"N", 800}};
  for (int trial = 0; trial < trials; ++trial) {
    ModelSeries series = seriesOf(random, truth, noise);
    Observation later = simulated(random, truth, there, noise, 5);
    auto model = modelOf(series, bothSizes());
    if (!model.ok())
      continue;
    found.with_m += model.value().formula().find('M') != std::string::npos;
    auto band = predictAt(model.value(), there);
    if (!band.ok())
      continue;
    ++found.answered;
    found.inside += band.value().low_s <= later.value && later.value <= band.value().high_s;
    found.error += std::abs(band.value().time_s / truth(there) - 1);
  }
  if (std::getenv("TARE_TEST_FIGURES"))
    std::printf(
        "two sizes, noise %.0f %%: answered %d of %d, inside %d, with M %d, error %.2f %%\n",
        100 * noise, found.answered, trials, found.inside, found.with_m,
        100 * found.error / std::max(1, found.answered));
  return found;
}

double n(const ModelPoint &at) { return at.at("N"); }
double m(const ModelPoint &at) { return at.at("M"); }

} // namespace

TEST_CASE("sums and products of two sizes are predicted within their bands") {
  for (const TruthOf &truth :
       {TruthOf([](auto &at) { return n(at) * n(at) * m(at); }),
        TruthOf([](auto &at) { return n(at) * n(at) + 5000 * m(at); }),
        TruthOf([](auto &at) { return 1000 + n(at) * m(at) + 20 * n(at); })}) {
    Found found = foundFor(truth, 0.01, 40);
    CHECK(found.answered >= 38);
    CHECK(found.inside >= 0.9 * found.answered);
    CHECK(found.error <= 0.05 * found.answered);
  }
}

TEST_CASE("a size without effect is found to have one in at most 2 % of the cases") {
  Found found = foundFor([](auto &at) { return 30 + n(at); }, 0.02, 150);
  CHECK(found.with_m <= 3);
}

TEST_CASE("lines that are too short, and crosses alone, are refused") {
  std::mt19937_64 random(3);
  auto product = [](auto &at) { return n(at) * m(at); };
  ModelSeries series = seriesOf(random, product, 0.01);
  auto without = [&](auto goes) {
    ModelSeries fewer = series;
    std::erase_if(fewer.points, [&](const Observation &point) { return goes(point.at); });
    auto model = modelOf(fewer, bothSizes());
    REQUIRE_FALSE(model.ok());
    return model.refusal();
  };
  ModelRefusal line = without([](const ModelPoint &at) { return m(at) < 8 && n(at) == 300; });
  CHECK(line.reason == RefusalReason::TooFewPoints);
  CHECK(line.detail == "3 values of M with all else the same, and 5 are needed");
  ModelRefusal cross = without([](const ModelPoint &at) { return m(at) != 8 && n(at) != 300; });
  CHECK(cross.reason == RefusalReason::TooFewPoints);
  CHECK(cross.detail.find("in several sizes at once") != std::string::npos);
}

TEST_CASE("a table over two sizes closes, and each of them is refused beyond its reach") {
  std::mt19937_64 random(5);
  std::vector<NamedLedger> ledgers;
  for (const ModelPoint &point : crossed()) {
    MadeProgram program;
    program.m = m(point);
    ledgers.push_back(simulatedLedger(random, program, n(point), {1, 2}));
  }
  CHECK(programTablesOf(ledgers, {}).refusal().reason == RefusalReason::MixedKeys);
  auto tables = programTablesOf(ledgers, {"N", "M"});
  REQUIRE(tables.ok());
  auto made = predictTable(tables.value(), {{"N", 800}, {"M", 40}, {"threads", 2}}, {});
  INFO((made.ok() ? "" : made.refusal().text()));
  REQUIRE(made.ok());
  MadeProgram program;
  program.m = 40;
  CHECK(made.value().parallel.time_s == Approx(trueParallelTime(800, 2, program)).epsilon(0.05));
  CHECK(made.value().executions.at("made.c#work#for#0") == 800);
  auto far = predictTable(tables.value(), {{"N", 800}, {"M", 200}, {"threads", 2}}, {});
  REQUIRE_FALSE(far.ok());
  CHECK(far.refusal().reason == RefusalReason::Reach);
}

TEST_CASE("a size that has one value in all results is not predicted at another") {
  std::mt19937_64 random(6);
  std::vector<NamedLedger> ledgers = {simulatedLedger(random, {}, 800, {1, 2, 4, 8})};
  auto tables = programTablesOf(ledgers, {"N"});
  REQUIRE(tables.ok());
  auto made = predictTable(tables.value(), {{"N", 1000}, {"threads", 12}}, {});
  REQUIRE_FALSE(made.ok());
  CHECK(made.refusal().detail == "all results that could tell have N = 800");
}
