// SPDX-License-Identifier: Apache-2.0
// Programs that got wrong advice once, as the tables that were measured of them.
#include "analyzer/advice/advice.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/ledger_json.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/ledger/reliability.h"
#include "base/files.h"
#include "catch.hpp"
#include "tests/directive.h"

using namespace tare;
using namespace tare::test;
using Catch::Contains;

namespace {

/// A table in JSON keeps the text of directives, and no clauses.
Ledger measured(const std::string &name) {
  Result<std::string> text = readFile(std::string(TARE_TRIALS) + "/" + name + ".json");
  REQUIRE(text.ok());
  Result<Ledger> read = readLedger(text.value());
  REQUIRE(read.ok());
  Ledger ledger = std::move(read).value();
  for (Table &table : ledger.tables)
    for (ConstructLines &construct : table.constructs)
      setDirective(construct, std::string(construct.directive));
  advise(ledger);
  return ledger;
}

const Table &onTwo(const Ledger &ledger) {
  REQUIRE(ledger.tables.size() == 1);
  return ledger.tables.front();
}

std::vector<std::string> rulesIn(const Table &table) {
  std::vector<std::string> rules;
  for (const Advice &advice : table.advice)
    rules.push_back(advice.rule);
  return rules;
}

/// The first piece about the row.
const Advice &adviceOn(const Table &table, std::string_view category) {
  auto found = std::ranges::find(table.advice, category, &Advice::category);
  REQUIRE(found != table.advice.end());
  return *found;
}

} // namespace

TEST_CASE("a chunk that is larger than its loop leaves all threads but one without iterations") {
  Ledger ledger = measured("chunk_larger_than_loop");
  const Table &table = onTwo(ledger);
  CHECK(rulesIn(table) == std::vector<std::string>{"schedule-chunk-too-large", "serial-hot-spot"});
  CHECK_THAT(table.advice[0].sentence,
             Contains("chunk_larger_than_loop.cpp:9 (38.4 % of T_p): Use a smaller chunk, such as "
                      "schedule(dynamic, 2). A chunk of 10000 iterations is larger than the loop, "
                      "which has 64: one thread has them all.") &&
                 !Contains("last chunks"));
  CHECK(table.advice[0].gain_s == Approx(0.0937).epsilon(0.01));
}

TEST_CASE("so it is with a static schedule, and with chunks that are not quite as large") {
  auto sentence = [](const std::string &schedule) {
    Ledger ledger = measured("chunk_larger_than_loop");
    ConstructLines &loop = ledger.tables[0].constructs[0];
    REQUIRE(loop.kind == "for");
    setDirective(loop, "for " + schedule);
    advise(ledger);
    const Advice &advice = adviceOn(ledger.tables[0], category::load_imbalance);
    return advice.rule + ": " + advice.sentence;
  };
  CHECK_THAT(sentence("schedule(static, 10000)"), Contains("schedule-chunk-too-large") &&
                                                      Contains("Leave the chunk out") &&
                                                      Contains("one thread has them all"));
  CHECK_THAT(sentence("schedule(static, 64)"), Contains("schedule-chunk-too-large"));
  CHECK_THAT(sentence("schedule(static, 60)"),
             Contains("schedule-smaller-chunk") && Contains("chunks of 60 make 2 of it"));
  CHECK_THAT(sentence("schedule(guided, 100)"), Contains("schedule-chunk-too-large"));
  CHECK_THAT(sentence("schedule(dynamic, 8)"), Contains("schedule-last-chunks"));
  CHECK_THAT(sentence("schedule(dynamic)"),
             Contains("schedule-last-chunks") && Contains("Each chunk is one iteration already"));
  CHECK_THAT(sentence("schedule(dynamic, n)"),
             Contains("schedule-last-chunks") && !Contains("iterations,"));
}

TEST_CASE("iterations that were counted will do, where none was timed") {
  Ledger ledger = measured("chunk_larger_than_loop");
  ConstructLines &loop = ledger.tables[0].constructs[0];
  loop.iterations.clear();
  advise(ledger);
  CHECK(adviceOn(ledger.tables[0], category::load_imbalance).rule == "schedule-last-chunks");
  loop.iterations_counted = 60 * 64;
  advise(ledger);
  CHECK_THAT(adviceOn(ledger.tables[0], category::load_imbalance).sentence,
             Contains("schedule(dynamic, 8). A chunk of 10000 iterations is larger than the loop, "
                      "which has 64: one thread has them all."));
}

TEST_CASE("an array reduction is named; else work of which one thread has little in both amounts") {
  Ledger ledger = measured("array_reduction");
  Table &table = ledger.tables[0];
  CHECK(isUnreliable(table)); // as it was measured
  CHECK(table.advice.empty());
  table.parallel_time.low_s = table.parallel_time.high_s = table.parallel_time.time_s;
  table.efficiency.low_s = table.efficiency.high_s = table.efficiency.time_s;
  advise(ledger);
  CHECK_THAT(adviceOn(table, category::work_rate).sentence,
             Contains("array_reduction.c:8") &&
                 Contains("Each of 150 executions fills and combines an array for each thread: "
                          "reduction(+:h[:100000])"));
  for (ConstructLines &construct : table.constructs)
    setDirective(construct, "for"); // as if nobody knew of the reduction
  advise(ledger);
  CHECK_THAT(adviceOn(table, category::work_rate).sentence,
             Contains("takes 825 ms of thread time on 2 threads, and 45.3 ms on one") &&
                 !Contains("next to nothing"));
}

TEST_CASE("many short loops on a debug build of libomp: the build, and not the program") {
  Ledger ledger = measured("short_loops_on_debug_build");
  REQUIRE(ledger.openmp_runtime.debug_build);
  for (const char *rule : {"debug-build-work", "debug-build-instructions", "debug-build-imbalance"})
    CHECK(std::ranges::count(rulesIn(onTwo(ledger)), rule) > 0);
  CHECK(std::ranges::count(rulesIn(onTwo(ledger)), "memory-shared") == 0);
  ledger.openmp_runtime.debug_build = false;
  advise(ledger);
  CHECK(std::ranges::count(rulesIn(onTwo(ledger)), "memory-shared") > 0);
}

TEST_CASE("tasks of 64 us are not too small, however the machine disturbed them") {
  Ledger ledger = measured("quicksort_tasks_beside_four_loops");
  CHECK(isUnreliable(onTwo(ledger)));
  CHECK(onTwo(ledger).advice.empty());
  Table &table = ledger.tables[0];
  table.parallel_time.low_s = table.parallel_time.high_s = table.parallel_time.time_s;
  table.efficiency.low_s = table.efficiency.high_s = table.efficiency.time_s;
  for (LedgerLine &line : table.overheads)
    line.time.low_s = line.time.high_s = line.time.time_s;
  table.overheads.back().time = {}; // nothing is unexplained
  advise(ledger);
  CHECK(adviceOn(table, category::runtime_scheduling).rule == "busy-fetching");
  table.cpu_waits.reset(); // as if nobody had taken the CPUs
  for (ConstructLines &construct : table.constructs)
    construct.cpu_waits = {};
  std::erase_if(table.overheads,
                [](const LedgerLine &line) { return line.category == category::off_cpu; });
  advise(ledger);
  CHECK(adviceOn(table, category::runtime_scheduling).rule == "tasks-late");
}
