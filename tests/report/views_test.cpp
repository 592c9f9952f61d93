// SPDX-License-Identifier: Apache-2.0
// Growth over p, and the program by its parts.
#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/report/findings.h"
#include "analyzer/report/growth.h"
#include "analyzer/report/markdown.h"
#include "analyzer/report/page.h"
#include "analyzer/report/part_growth.h"
#include "analyzer/report/parts.h"
#include "analyzer/report/text.h"
#include "base/quantity.h"
#include "base/text.h"
#include "catch.hpp"
#include "sample_ledger.h"

#include <algorithm>
#include <cmath>

using namespace tare;
using Catch::Contains;

namespace {

std::optional<Growth> growthOf(const Ledger &ledger) {
  return growthOf(ledger, selectLeaves(ledger));
}

Table &tableOf(Ledger &ledger, int p) {
  for (Table &table : ledger.tables)
    if (table.threads == p)
      return table;
  FAIL("no table");
  return ledger.tables.front();
}

ConstructLines constructIn(const std::string &function, int line, double imbalance_s) {
  ConstructLines construct;
  construct.id = "lu2.c#" + function + "#for#" + std::to_string(line);
  construct.kind = "for";
  construct.file = "lu2.c";
  construct.line = line;
  construct.directive = "for";
  construct.instances = 1;
  construct.overheads = {
      {std::string(category::load_imbalance), {imbalance_s, imbalance_s, imbalance_s}, {}}};
  return construct;
}

} // namespace

TEST_CASE("growth: shares of T_p from the smallest p > 1 to the largest, columns add up") {
  std::optional<Growth> growth = growthOf(sampleLedger());
  REQUIRE(growth);
  CHECK(growth->sizes == std::vector<RunSize>{2, 4});
  for (size_t column = 0; column < 2; ++column) {
    int64_t sum = 0;
    for (const GrowthLine &line : growth->lines)
      sum += line.tenths[column];
    CHECK(sum == growth->total.tenths[column]);
  }
  CHECK(growth->lines.front().category == category::off_cpu); // 0 to 31.2 of 245.59 ms
  CHECK(growth->lines.front().tenths == std::vector<int64_t>{0, 127});
  CHECK(growth->lines.front().change == 127);
  CHECK(growth->lines.back().category.empty());
  CHECK(growthSentence(*growth) ==
        "From p = 2 to 4 the efficiency fell by 15.1 points to 49.9 %. Fastest growing: waiting "
        "for a CPU, +12.7 points of T_p.");
}

TEST_CASE("growth: a change within its band is not called clear") {
  Ledger ledger = sampleLedger();
  for (LedgerLine &line : tableOf(ledger, 4).overheads)
    if (line.category == category::off_cpu)
      line.time.low_s = -0.1, line.time.high_s = 0.16;
  CHECK_THAT(growthSentence(*growthOf(ledger)), Contains("which is within the bands"));
}

TEST_CASE("growth: the construct in which it is, if it is in one") {
  Ledger ledger = sampleLedger();
  for (Table &table : ledger.tables)
    for (LedgerLine &line : table.overheads)
      if (line.category == category::off_cpu) // leaves load imbalance: 32.4 to 39.3 %
        line.time = {0, 0, 0};
  CHECK_THAT(growthSentence(*growthOf(ledger)),
             Contains("+6.9 points of T_p, mostly at lu2.c:31."));
  tableOf(ledger, 4).constructs[0].overheads[0].time.time_s *= 0.9;
  CHECK(growthOf(ledger)->place.empty());
}

TEST_CASE("growth: one p > 1 is no growth, and order in the file does not matter") {
  Ledger ledger = sampleLedger();
  std::swap(ledger.tables[0], ledger.tables[2]);
  CHECK(growthOf(ledger)->sizes == std::vector<RunSize>{2, 4});
  CHECK_THAT(reportText(ledger, {}), Contains("How they grow") && Contains("Fastest growing"));
  ledger.tables.resize(2);
  std::erase_if(ledger.tables, [](const Table &table) { return table.threads == 2; });
  CHECK_FALSE(growthOf(ledger));
  for (View view : {View::Whole, View::Program, View::Function, View::Construct}) {
    std::string text = reportText(ledger, {.view = view});
    CHECK_THAT(text, !Contains("How they grow"));
    CHECK_THAT(text, Contains("two p > 1 to say, such as --threads 1,2,4."));
    CHECK_THAT(reportMarkdown(ledger, {.view = view}), Contains("takes two p "));
  }
}

TEST_CASE("growth holds for random books") {
  for (uint32_t seed = 1; seed <= 100; ++seed) {
    std::optional<Growth> growth = growthOf(randomLedger(seed));
    if (!growth)
      continue;
    INFO("seed " << seed);
    CHECK(growth->lines.size() <= 7);
    int64_t change = 0;
    for (const GrowthLine &line : growth->lines)
      change += line.change;
    CHECK(change == growth->total.change);
  }
}

TEST_CASE("by function: the band of a sum is the sum of the bands") {
  Ledger ledger = sampleLedger();
  Table &table = tableOf(ledger, 4);
  table.constructs = {table.constructs[0], table.constructs[0]};
  table.constructs[1].id += "1";
  LedgerLine &line = table.constructs[1].overheads[0];
  line.time = {line.time.time_s, line.time.time_s - 0.002, line.time.time_s + 0.003};
  const Estimate &one = table.constructs[0].overheads[0].time;
  Parts parts = partsOf(ledger, View::Function);
  size_t at = static_cast<size_t>(&table - ledger.tables.data());
  const LedgerLine *both = parts.parts.at(0).line(at, line.category);
  REQUIRE(both);
  CHECK(both->time.time_s == Approx(2 * one.time_s));
  CHECK(both->time.time_s - both->time.low_s == Approx(one.time_s - one.low_s + 0.002));
  CHECK(both->time.high_s - both->time.time_s == Approx(one.high_s - one.time_s + 0.003));
}

TEST_CASE("by function: constructs of a function together, and the rest; they sum to the whole") {
  Ledger ledger = sampleLedger();
  tableOf(ledger, 2).constructs = {constructIn("init", 10, 0.02), constructIn("solve", 20, 0.05),
                                   constructIn("init", 30, 0.04)};
  Parts parts = partsOf(ledger, View::Function);
  REQUIRE(parts.parts.size() == 3); // main at p = 4, solve and init at p = 2
  size_t column = 1;
  double sum = parts.rest.total_s(column);
  for (const Part &part : parts.parts)
    sum += part.total_s(column);
  CHECK(sum == Approx(tableOf(ledger, 2).total_overhead.time_s).margin(1e-12));
  for (const Part &part : parts.parts)
    if (part.function == "init") {
      CHECK(part.total_s(column) == Approx(0.06));
      CHECK(part.title == "init  (lu2.c)");
    }
  const LedgerLine *left = parts.rest.line(column, category::load_imbalance);
  REQUIRE(left);
  CHECK(left->time.time_s == Approx(0.122 - 0.11).margin(1e-12));
  std::string text = reportText(ledger, {.view = View::Function});
  CHECK_THAT(text, Contains("solve  (lu2.c)") && Contains("No location in the source"));
  CHECK_THAT(text, !Contains("Where, at"));
  CHECK_THAT(reportText(ledger, {.top = 1, .view = View::Function}),
             Contains("Other (2 functions)"));
}

TEST_CASE("by construct: matched over p by identity, largest at the largest p first") {
  Ledger ledger = sampleLedger();
  tableOf(ledger, 2).constructs = {constructIn("f", 1, 0.02), constructIn("g", 2, 0.01)};
  tableOf(ledger, 4).constructs = {constructIn("g", 2, 0.03), constructIn("f", 1, 0.005)};
  Parts parts = partsOf(ledger, View::Construct);
  REQUIRE(parts.parts.size() == 2);
  CHECK(parts.parts[0].title == "lu2.c:2  for");
  CHECK(parts.parts[0].total_s(1) == Approx(0.01));
  CHECK(parts.parts[0].total_s(2) == Approx(0.03));
}

namespace {

/// Two functions on p = 2 and 4, without anything that has no place but what is left over.
Ledger grownParts(double first_4_s, double second_4_s) {
  Ledger ledger = sampleLedger();
  tableOf(ledger, 2).constructs = {constructIn("first", 1, 0.05), constructIn("second", 2, 0.03)};
  tableOf(ledger, 4).constructs = {constructIn("first", 1, first_4_s),
                                   constructIn("second", 2, second_4_s)};
  return ledger;
}

GrowthTable growthOf(const Ledger &ledger, View view, int top = 5) {
  return partGrowth(ledger, selectLeaves(ledger), partsOf(ledger, view), view, top);
}

} // namespace

TEST_CASE("growth by part: as shares in the table, columns add up, and who grew most is named") {
  Ledger ledger = grownParts(0.0502, 0.0499); // T_p: 376.72 and 245.59 ms
  for (View view : {View::Function, View::Construct}) {
    GrowthTable growth = growthOf(ledger, view);
    CHECK(growth.sizes == std::vector<RunSize>{2, 4});
    REQUIRE(growth.rows.size() == 7); // second, first and the rest with a line each; the total
    CHECK(growth.rows[0].tenths == std::vector<int64_t>{80, 203});
    CHECK(growth.rows[0].change == 123);
    CHECK(growth.rows[1].label == "load imbalance");
    CHECK(growth.rows[1].indent == 2);
    CHECK(growth.rows[1].change == 123);
    for (size_t column : {0, 1}) {
      int64_t sum = 0;
      for (size_t row = 0; row + 1 < growth.rows.size(); ++row)
        if (growth.rows[row].indent == 0)
          sum += growth.rows[row].tenths[column];
      CHECK(sum == growth.rows.back().tenths[column]);
    }
  }
  CHECK_THAT(
      growthOf(ledger, View::Function).sentence,
      Contains("From p = 2 to 4 the fastest growing function is second (lu2.c): +12.3 points "
               "of T_p, load imbalance +12.3."));
  std::string text = reportText(ledger, {.view = View::Function});
  CHECK_THAT(text, Contains("second  (lu2.c)                        8.0    20.3   +12.3\n"
                            "  load imbalance                       8.0    20.3   +12.3"));
  CHECK_THAT(reportMarkdown(ledger, {.view = View::Function}),
             Contains("| &emsp;load imbalance | 8.0 | 20.3 | +12.3 |"));
}

TEST_CASE(
    "growth by part: the fastest is named though it is not shown, and so is what has no place") {
  GrowthTable growth = growthOf(grownParts(0.07, 0.05), View::Function, 1);
  CHECK_THAT(growth.sentence, Contains("is first"));
  growth = growthOf(grownParts(0.052, 0.05), View::Function, 1);
  CHECK_THAT(growth.sentence, Contains("is second"));
  CHECK(growth.rows[2].label == "Other (1 function)");
  growth = growthOf(grownParts(0.03, 0.018), View::Function);
  CHECK_THAT(growth.sentence,
             Contains("no function grew by half a point") &&
                 Contains("More came from what has no location in the source: +") &&
                 Contains(", waiting for a CPU +12.7."));
}

TEST_CASE("growth by part: a change within its bands is said to be") {
  Ledger ledger = grownParts(0.0502, 0.0499);
  for (Table &table : ledger.tables)
    for (ConstructLines &construct : table.constructs)
      for (LedgerLine &line : construct.overheads)
        line.time.low_s = line.time.time_s - 0.04, line.time.high_s = line.time.time_s + 0.04;
  CHECK_THAT(growthOf(ledger, View::Construct).sentence, Contains("+12.3 (within the bands)"));
}

TEST_CASE("why there is no call path") {
  Ledger ledger = sampleLedger();
  CHECK_THAT(whyNoPaths(ledger), Contains("these results hold none"));
  ledger.tables[1].paths.emplace_back();
  CHECK_THAT(whyNoPaths(ledger), Contains("-static"));
  ledger.tables[2].paths.push_back({{{"main", "lu2.c", 3}}, {}, 1, {}, {}});
  CHECK(whyNoPaths(ledger).empty());
}

TEST_CASE("growth by call path: long chains take lines of their own") {
  Ledger ledger = sampleLedger();
  for (Table &table : ledger.tables) {
    PathLines path;
    path.calls = {{"main", "a.c", 1}, {"a_function_with_a_name", "a.c", 22}, {"sweep", "a.c", 333}};
    double time_s = 0.01 * table.threads;
    path.overheads = {{std::string(category::load_imbalance), {time_s, time_s, time_s}, {}}};
    table.paths = {path};
  }
  std::string text = reportText(ledger, {.view = View::Path});
  CHECK_THAT(text, Contains("\nmain:1 > a_function_with_a_name:22 > sweep:333\n  in all"));
  CHECK_THAT(text, Contains("the fastest growing call path is main:1"));
  for (const std::string &line : splitText(text, '\n'))
    CHECK(displayWidth(line) <= 80);
}

TEST_CASE("a combined directive's region is told from its loop") {
  ConstructLines construct = constructIn("main", 7, 0.1);
  construct.directive = "parallel for schedule(static)";
  CHECK(titleOf(construct) == "lu2.c:7  parallel for schedule(static)");
  construct.kind = "parallel";
  CHECK(titleOf(construct) == "lu2.c:7  parallel for schedule(static), its region");
  construct.directive = "parallel";
  CHECK(titleOf(construct) == "lu2.c:7  parallel");
  construct.kind = "call";
  construct.directive = "init";
  construct.in_serial_code = true;
  CHECK(titleOf(construct) == "lu2.c:7  serial call of init");
  construct.kind = "loop";
  construct.directive.clear();
  CHECK(titleOf(construct) == "lu2.c:7  serial loop");
  construct.in_serial_code = false; // all threads of a region execute it
  CHECK(titleOf(construct) == "lu2.c:7  loop");
}

TEST_CASE("a directive in a file that two functions include is told apart by these") {
  ConstructLines heavy, light, other;
  heavy.file = light.file = other.file = "par.h";
  heavy.line = light.line = other.line = 1;
  heavy.kind = light.kind = "for";
  heavy.directive = light.directive = "parallel for";
  other.directive = "barrier";
  heavy.id = "par.h#heavy#for#0";
  light.id = "par.h#light#for#0";
  other.id = "par.h#light#barrier#0";
  std::vector<ConstructLines> all = {heavy, light, other};
  CHECK(titleAmong(heavy, all) == titleOf(heavy) + ", in heavy");
  CHECK(titleAmong(light, all) == titleOf(light) + ", in light");
  CHECK(titleAmong(other, all) == titleOf(other));
}

TEST_CASE("code that one function includes twice is told apart by its includes") {
  ConstructLines first, second;
  first.file = second.file = "body.inc";
  first.line = second.line = 3;
  first.kind = second.kind = "parallel";
  first.function = second.function = "solve";
  first.included_at = "x.c:4";
  second.included_at = "x.c:9";
  std::vector<ConstructLines> all = {first, second};
  CHECK(titleAmong(first, all) == titleOf(first) + ", included at x.c:4");
  CHECK(titleAmong(second, all) == titleOf(second) + ", included at x.c:9");
  second.function = "other"; // then that tells more
  all = {first, second};
  CHECK(titleAmong(first, all) == titleOf(first) + ", in solve");
}

TEST_CASE("the function is the ledger's, else the identity's, whatever is in the path") {
  ConstructLines construct;
  construct.id = "a#b.c#ns::f#for#3";
  CHECK(functionOf(construct) == "ns::f");
  construct.function = "named";
  CHECK(functionOf(construct) == "named");
  construct.function.clear();
  construct.id = "odd";
  CHECK(functionOf(construct).empty());
}

TEST_CASE("views are as wide as asked, and safe, for random books too") {
  for (uint32_t seed = 1; seed <= 60; ++seed)
    for (View view : {View::Program, View::Function, View::Construct}) {
      std::string text = reportText(randomLedger(seed), {.width = 80, .view = view});
      for (const std::string &line : splitText(text, '\n')) {
        INFO("seed " << seed << ": " << line);
        REQUIRE(displayWidth(line) <= 80);
        REQUIRE(printable(line) == line);
      }
    }
}

TEST_CASE("advice is that of the largest p with a core for each thread") {
  Ledger ledger = sampleLedger(); // 2 cores; the sample's advice is at p = 2
  CHECK_THAT(reportText(ledger, {}), Contains("What to try next, at p = 2\n- Load imbalance at"));
  ledger.tables[2].advice = ledger.tables[1].advice;
  ledger.machine.cores = 4;
  CHECK_THAT(reportText(ledger, {}), Contains("What to try next, at p = 4"));
  ledger.machine.cores = 1;
  CHECK_THAT(reportText(ledger, {}), Contains("What to try next, at p = 4"));
}

TEST_CASE("a table without advice says why there is none") {
  Ledger ledger = sampleLedger();
  Table &table = ledger.tables[1]; // p = 2, with 2 cores
  table.advice.clear();
  CHECK_THAT(reportText(ledger, {}), Contains("No advice at p = 2: no rule fits what is large"));
  Ledger wide = ledger;
  wide.tables[1].parallel_time.high_s *= 1.3;
  CHECK_THAT(reportText(wide, {}), Contains("No advice at p = 2: the table is not reliable"));
  for (LedgerLine &line : table.overheads)
    if (line.time.time_s > 0)
      line.time.low_s = -line.time.time_s, line.time.high_s = 3 * line.time.time_s;
  CHECK_THAT(reportText(ledger, {}),
             Contains("No advice at p = 2: the bands of all large rows include 0."));
  CHECK_THAT(reportMarkdown(ledger, {}), Contains("No advice at p = 2"));
  std::ranges::find(table.overheads, category::work_rate, &LedgerLine::category)->time = {
      -0.5 * table.parallel_time.time_s, -0.6 * table.parallel_time.time_s,
      -0.4 * table.parallel_time.time_s};
  CHECK_THAT(reportMarkdown(ledger, {}),
             Contains("is a gain: 'work inflation: memory, cache, clock' is 50.0 % of T"));
  for (LedgerLine &line : table.overheads)
    line.time = {};
  CHECK_THAT(reportText(ledger, {}), !Contains("No advice")); // nothing is large
}

TEST_CASE("locks of the whole program stand under their line") {
  Ledger ledger = sampleLedger();
  Table &table = tableOf(ledger, 4);
  for (LedgerLine &line : table.overheads) // take it from the imbalance
    if (line.category == category::locks)
      line.time = {0.05, 0.05, 0.05};
    else if (line.category == category::load_imbalance)
      line.time = {0.0465, 0.0465, 0.0465};
  for (ConstructLines &construct : table.constructs)
    construct.lock.reset();
  CHECK_THAT(reportText(ledger, {}), !Contains("contended"));
  table.constructs[0].lock = LockUse{0.0245, 200, 30};
  CHECK_THAT(reportText(ledger, {}), Contains("contended") && Contains("15.0%; 10.0%"));
}

TEST_CASE("figures in running text") {
  CHECK(timeText(0.0032) == "3.20 ms");
  CHECK(timeText(12.345) == "12.3 s");
  CHECK(timeText(2e-8) == "20.0 ns");
  CHECK(timeText(0) == "0 ns");
  CHECK(countText(40000) == "40000");
  CHECK(countText(1.5e10) == "1.5e+10");
  CHECK(sparkline({0, 1, 4, 8}) == " ▂▅█");
}
