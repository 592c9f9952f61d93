// SPDX-License-Identifier: Apache-2.0
// Growth of two versions: a planted change of class is found, and none where there is none.
#include "analyzer/ledger/categories.h"
#include "analyzer/models/growth.h"
#include "catch.hpp"
#include "tests/models/simulated_ledger.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace tare;

namespace {

std::vector<TableModel> modelsOf(uint64_t seed, const MadeProgram &program,
                                 const std::vector<double> &measured = usual_sizes) {
  std::mt19937_64 random(seed);
  std::vector<NamedLedger> ledgers;
  for (double size : measured)
    ledgers.push_back(simulatedLedger(random, program, size, {4}));
  return {tableModel(programTablesOf(ledgers, {}).value(), 4, {}).value()};
}

const RowGrowth *imbalanceIn(const GrowthComparison &growth) {
  for (const RowGrowth &row : growth.rows)
    if (row.key.category == category::load_imbalance && !row.key.construct.empty())
      return &row;
  return nullptr;
}

MadeProgram growingAs(double power, double noise = 0.01) {
  MadeProgram program;
  program.imbalance_power = power;
  program.noise = noise;
  return program;
}

} // namespace

TEST_CASE("an imbalance that grows faster than before is named with both classes") {
  int found = 0;
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    GrowthComparison growth =
        compareGrowth(modelsOf(seed, growingAs(1)), modelsOf(100 + seed, growingAs(2)));
    const RowGrowth *row = imbalanceIn(growth);
    REQUIRE(row);
    found += row->verdict == GrowthVerdict::Changed && row->is_faster && row->base == "N" &&
             row->head == "N^2";
    if (seed == 1) {
      CHECK(growthText(growth, "made", 100)
                .find("load imbalance at made.c:10 parallel for was N, "
                      "now N^2, on 4 threads") != std::string::npos);
      CHECK(growthText(growth, "made", 100).starts_with("made: 1 row grows faster than before."));
    }
  }
  if (std::getenv("TARE_TEST_FIGURES"))
    std::printf("growth: planted change found in %d of 12\n", found);
  CHECK(found >= 11);
}

TEST_CASE("two measurements of one version differ in the growth of at most 2 % of the rows") {
  int rows = 0, changed = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    GrowthComparison growth =
        compareGrowth(modelsOf(seed, growingAs(3, 0.03)), modelsOf(100 + seed, growingAs(3, 0.03)));
    for (const RowGrowth &row : growth.rows) {
      ++rows;
      changed += row.verdict == GrowthVerdict::Changed;
    }
  }
  if (std::getenv("TARE_TEST_FIGURES"))
    std::printf("growth: %d of %d rows changed without cause\n", changed, rows);
  CHECK(rows > 100);
  CHECK(changed <= 0.02 * rows);
}

TEST_CASE("a change that noise hides is not called one, and a side without a model says why") {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    const GrowthComparison noisy =
        compareGrowth(modelsOf(seed, growingAs(1, 0.6)), modelsOf(100 + seed, growingAs(1.3, 0.6)));
    CHECK(imbalanceIn(noisy)->verdict != GrowthVerdict::Changed);
  }
  const GrowthComparison few =
      compareGrowth(modelsOf(1, growingAs(1), {200, 400, 800}), modelsOf(2, growingAs(2)));
  CHECK(imbalanceIn(few)->verdict == GrowthVerdict::NoModel);
  CHECK(imbalanceIn(few)->reason.starts_with("BASE: too-few-points"));
}

TEST_CASE("counts part the versions without noise") {
  std::vector<TableModel> base = modelsOf(1, growingAs(1)), head = modelsOf(2, growingAs(1));
  for (auto &[id, counts] : head.front().counts)
    counts.executions =
        exactPolynomial({"N"}, {{{10}, 100}, {{20}, 400}, {{30}, 900}, {{40}, 1600}});
  GrowthComparison growth = compareGrowth(base, head);
  auto row = std::ranges::find_if(growth.rows, [](auto &one) { return one.is_exact; });
  REQUIRE(row != growth.rows.end());
  CHECK(row->name == "executions of made.c:10 parallel for");
  CHECK(row->verdict == GrowthVerdict::Changed);
  CHECK(row->base == "N");
  CHECK(row->head == "N^2");
}
