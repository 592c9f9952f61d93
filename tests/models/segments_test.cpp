// SPDX-License-Identifier: Apache-2.0
// Steps where data no longer fit into a cache: each side is modelled alone, and nothing across.
#include "analyzer/models/segments.h"
#include "catch.hpp"
#include "tests/models/simulated_ledger.h"

#include <cmath>

using namespace tare;

namespace {

const std::vector<double> twelve = {100, 150, 200, 250, 300, 350, 500, 600, 700, 800, 900, 1000};

/// All times are 2.5 times as long above N = 400, where 8 N^2 bytes are more than a cache.
MadeProgram stepped(double noise = 0.01) {
  MadeProgram program;
  program.noise = noise;
  program.step = 2.5;
  program.step_above = 400;
  return program;
}

TablesOfProgram tablesWith(uint64_t seed, const std::vector<double> &sizes,
                           const MadeProgram &program, const std::vector<int> &threads = {1, 2}) {
  std::mt19937_64 random(seed);
  std::vector<NamedLedger> ledgers;
  for (double size : sizes)
    ledgers.push_back(simulatedLedger(random, program, size, threads));
  return programTablesOf(ledgers, {}).value();
}

TableQuestion withFootprint() {
  TableQuestion question;
  question.memory.footprint = readTemplate("N^2").value();
  question.memory.factor = 8;
  question.memory.caches = {{2, 8.0 * 400 * 400, 0}};
  return question;
}

OrRefused<TablePrediction> asked(const TablesOfProgram &tables, double n,
                                 const TableQuestion &question) {
  return predictTable(tables, {{"N", n}, {"threads", 2}}, question);
}

bool isRight(const OrRefused<TablePrediction> &made, double n) {
  double truth = trueParallelTime(n, 2, stepped());
  return made.ok() && std::abs(made.value().parallel.time_s / truth - 1) < 0.06;
}

} // namespace

TEST_CASE("with a footprint each level of the caches is modelled alone") {
  int right = 0;
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    TablesOfProgram tables = tablesWith(seed, twelve, stepped());
    right += isRight(asked(tables, 380, withFootprint()), 380) &&
             isRight(asked(tables, 1300, withFootprint()), 1300);
  }
  CHECK(right >= 9);
  auto segments = segmentsOf(tablesWith(1, twelve, stepped()), 2, withFootprint());
  REQUIRE(segments.size() == 2);
  CHECK(segments[0].where == "data in the L2 cache");
  CHECK(segments[1].where == "data in main memory");
  CHECK(segments[0].tables.tables.size() == 12); // both numbers of threads
}

TEST_CASE("a level with too few sizes is refused by name") {
  TablesOfProgram tables = tablesWith(2, {100, 150, 200, 250, 300, 350, 500, 600}, stepped());
  auto made = asked(tables, 700, withFootprint());
  REQUIRE_FALSE(made.ok());
  CHECK(made.refusal().text() == "regime: at 3.74 MiB (data in main memory) 2 sizes were measured, "
                                 "and 5 are needed");
  CHECK(asked(tables, 390, withFootprint()).ok());
}

TEST_CASE("without a footprint a step is found where no model fits, and nothing lies across it") {
  int right = 0, refused = 0;
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    TablesOfProgram tables = tablesWith(seed, twelve, stepped());
    right += isRight(asked(tables, 320, {}), 320) && isRight(asked(tables, 1300, {}), 1300);
    auto between = asked(tables, 420, {});
    refused += !between.ok() && between.refusal().reason == RefusalReason::Regime;
  }
  CHECK(right >= 9);
  CHECK(refused >= 9);
}

TEST_CASE("where nothing steps, there is one segment") {
  int whole = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed)
    whole += segmentsOf(tablesWith(seed, twelve, {}), 2, {}).size() == 1;
  CHECK(whole >= 19);
}

TEST_CASE(
    "caches of each core hold more for more threads; without --caches they are the machine's") {
  MemoryQuestion memory;
  memory.footprint = readTemplate("N").value();
  memory.caches = {{1, 100, 1}, {2, 1000, 2}, {3, 4000, 0}};
  CHECK(cacheCell(memory, {{"N", 90}}, 4) == CacheCell{0, 0});
  CHECK(cacheCell(memory, {{"N", 390}}, 4) == CacheCell{1, 0});
  CHECK(cacheCell(memory, {{"N", 2000}}, 4) == CacheCell{2, 1});
  CHECK(cacheCell(memory, {{"N", 5000}}, 4) == CacheCell{3, 3});
  CHECK(cellText(memory, {2, 1}, 4) ==
        "data in the L3 cache for one thread, in the L2 caches for 4");
  TablesOfProgram tables = tablesWith(3, twelve, stepped());
  tables.caches = {{2, 8.0 * 400 * 400, 0}};
  TableQuestion question = withFootprint();
  question.memory.caches.clear();
  CHECK(segmentsOf(tables, 2, question).size() == 2);
}
