// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/answer.h"
#include "analyzer/report/answer_text.h"
#include "analyzer/report/belief.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/reliability.h"
#include "analyzer/ledger/void_rows.h"
#include "analyzer/report/page.h"
#include "base/text.h"
#include "catch.hpp"
#include "sample_ledger.h"

#include <algorithm>
#include <cmath>
#include <random>

using namespace tare;
using Catch::Contains;
using Catch::StartsWith;

namespace {

int linesIn(const std::string &text) { return static_cast<int>(std::ranges::count(text, '\n')); }

Ledger tableWithOnly(int p) {
  Ledger ledger = sampleLedger();
  std::erase_if(ledger.tables, [&](const Table &table) { return table.threads != p; });
  return ledger;
}

LedgerLine line(std::string_view category, double time_s) {
  return {std::string(category), {time_s, time_s - 0.001, time_s + 0.001}, {}};
}

/// T_p = 1 s of which 0.5 s are ideal; the lines of constructs are given, the rest unexplained, in
/// a band that holds it.
Table tableOf(const std::vector<std::vector<LedgerLine>> &constructs) {
  Table table;
  table.threads = 2;
  table.serial_time = {1, 1, 1};
  table.ideal_time = {0.5, 0.5, 0.5};
  table.parallel_time = {1, 0.99, 1.01};
  table.total_overhead = {0.5, 0.49, 0.51};
  table.efficiency = {0.5, 0.49, 0.51};
  table.repetitions_accepted = table.repetitions_total = 5;
  double left = 0.5;
  for (const CategoryInfo &info : allCategories())
    table.overheads.push_back({std::string(info.name), {}, {}});
  for (size_t i = 0; i < constructs.size(); ++i) {
    ConstructLines construct;
    construct.id = "x.c#f#for#" + std::to_string(i);
    construct.kind = "for";
    construct.file = "x.c";
    construct.line = static_cast<int>(10 + i);
    construct.directive = "for schedule(static)";
    construct.overheads = constructs[i];
    for (const LedgerLine &each : constructs[i])
      for (LedgerLine &whole : table.overheads)
        if (whole.category == each.category) {
          whole.time = {whole.time.time_s + each.time.time_s, whole.time.low_s + each.time.low_s,
                        whole.time.high_s + each.time.high_s};
          left -= each.time.time_s;
        }
    table.constructs.push_back(construct);
  }
  table.overheads.back().time = {left, left - 1, left + 1};
  return table;
}

} // namespace

TEST_CASE("the short report: how fast, where, what to try, whether to believe it, what next") {
  Ledger ledger = tableWithOnly(2);
  ledger.tables[0].advice.push_back(
      {std::string(category::load_imbalance), "", "Deal them out.", "r", ""});
  std::string text = answerText(ledger, {.results = "tare-results/x"});
  INFO(text);
  CHECK_THAT(text, StartsWith("lu2: on 2 threads 1.3 times as fast as the serial program "
                              "(efficiency\n  65.0 % ± 0.2; 490 ms became 377 ms)\n"));
  CHECK_THAT(text, Contains("Where the rest went on 2 threads, in % of 377 ms\n  32.4 ± 0.3"));
  CHECK_THAT(text, Contains("load imbalance") && Contains("lu2.c:31  for"));
  CHECK_THAT(text, Contains("\n\nTry first: Load imbalance at lu2.c:31") &&
                       Contains("\nThen: Deal them out."));
  CHECK_THAT(text,
             Contains("May I believe this? fair: the OpenMP runtime was built for debugging"));
  CHECK_THAT(text, Contains("tare report --full") && Contains("Results: tare-results/x\n"));
  CHECK(linesIn(text) <= answer_lines);
}

TEST_CASE("results in a folder that was named are named to the next command") {
  std::string text = answerText(tableWithOnly(2), {.results = "sizes/x"});
  CHECK_THAT(text, Contains("Next: tare report RESULTS --full") && Contains("Results: sizes/x\n"));
}

TEST_CASE("serial times that differ beside the numbers of threads are a range") {
  Ledger ledger = tableWithOnly(2);
  Table one = ledger.tables[0];
  one.threads = 1;
  ledger.tables.insert(ledger.tables.begin(), one);
  CHECK_THAT(answerText(ledger, {}), Contains("the serial program (490 ms)"));
  ledger.tables[0].serial_time.time_s *= 0.8;
  CHECK_THAT(answerText(ledger, {.width = 120}), Contains("the serial program (392 to 490 ms)"));
}

TEST_CASE("a run on one thread that had more says what to write") {
  Ledger ledger = tableWithOnly(2);
  Table one = ledger.tables[0];
  one.threads = 1;
  one.mean_threads_in_regions = 1;
  ledger.tables.insert(ledger.tables.begin(), one);
  CHECK_THAT(answerText(ledger, {.width = 120}), !Contains("{threads}"));
  ledger.tables[0].mean_threads_in_regions = 2;
  CHECK_THAT(answerText(ledger, {.width = 120}), Contains("{threads} for it in the arguments"));
}

TEST_CASE("rows, the rest and what is unexplained add up as shown, and no line is too wide") {
  for (uint32_t seed = 1; seed < 200; ++seed) {
    Ledger ledger = randomLedger(seed);
    for (int width : {60, 80, 100, 120}) {
      std::string text = answerText(ledger, {.width = width});
      INFO("seed " << seed << "\n" << text);
      if (width >= 80)
        CHECK(linesIn(text) <= answer_lines);
      for (const std::string &each : splitText(text, '\n'))
        CHECK(displayWidth(each) <= width);
    }
    for (const Table &table : ledger.tables) {
      Answer answer = answerOf(table, 7);
      double sum = answer.other_s + answer.unexplained.time_s;
      for (const AnswerRow &row : answer.rows)
        sum += row.time.time_s;
      CHECK(sum == Approx(table.total_overhead.time_s).margin(1e-9));
    }
  }
}

TEST_CASE("the largest rows come first, and a gain is called one") {
  Answer answer = answerOf(tableOf({{line(category::load_imbalance, 0.2)},
                                    {line(category::work_rate, -0.3)},
                                    {line(category::locks, 0.004)}}),
                           7);
  REQUIRE(answer.rows.size() == 2); // 0.4 % is not worth a row
  CHECK(answer.rows[0].name == "work inflation: memory, cache, clock");
  CHECK(answer.rows[1].name == "load imbalance");
  CHECK(answer.other_s == Approx(0.004));
  Ledger ledger;
  ledger.program = "p";
  ledger.reference = "serial";
  ledger.tables = {tableOf({{line(category::work_rate, -0.3)}})};
  CHECK_THAT(answerText(ledger, {}), Contains("clock (a gain)  x.c:10  for"));
}

TEST_CASE("parts of work inflation with different signs are one row") {
  LedgerLine more = line(category::additional_computation, 0.2),
             less = line(category::work_rate, -0.15);
  more.repetitions_s = {0.1, 0.2, 0.3};
  less.repetitions_s = {-0.05, -0.15, -0.25}; // their sum does not scatter
  Table table = tableOf({{more, less}});
  Answer answer = answerOf(table, 7);
  REQUIRE(answer.rows.size() == 1);
  CHECK(answer.rows[0].name == "work inflation");
  CHECK(answer.rows[0].time.time_s == Approx(0.05));
  CHECK(answer.rows[0].time.high_s - answer.rows[0].time.low_s < 1e-9);
  less.time = {0.15, 0.1, 0.2};
  CHECK(answerOf(tableOf({{more, less}}), 7).rows.size() == 2);
}

TEST_CASE("an overhead that is spread over many places is one row") {
  std::vector<std::vector<LedgerLine>> many(10, {line(category::barriers, 0.02)});
  Table table = tableOf(many);
  Answer answer = answerOf(table, 7);
  REQUIRE(answer.rows.size() == 1);
  CHECK(answer.rows[0].places == 10);
  CHECK(answer.rows[0].time.time_s == Approx(0.2));
  Ledger ledger;
  ledger.program = "p";
  ledger.reference = "serial";
  ledger.tables = {table};
  CHECK_THAT(answerText(ledger, {}), Contains("10 locations, most at x.c:10"));
}

TEST_CASE("of an overhead at many places, noise that moves it from one to another is no band") {
  std::vector<std::vector<LedgerLine>> constructs;
  for (double up : {1, -1, 1, -1}) // together they always are 120 ms
    constructs.push_back({{std::string(category::barriers),
                           {0.03, 0.01, 0.05},
                           {0.03 + up * 0.01, 0.03, 0.03 - up * 0.01}}});
  Table table = tableOf(constructs);
  auto whole = std::ranges::find(table.overheads, category::barriers, &LedgerLine::category);
  whole->time = {0.125, 0.124, 0.126}; // a little has no place
  whole->repetitions_s = {0.125, 0.125, 0.125};
  Answer answer = answerOf(table, 7);
  REQUIRE(!answer.rows.empty());
  const AnswerRow &row = answer.rows.front();
  CHECK(row.places == 4);
  CHECK(row.time.high_s - row.time.low_s < 0.0021); // the places alone: 0.16
}

TEST_CASE("places that wait more for a CPU than the program's row share that row") {
  Table table = tableOf({{line(category::off_cpu, 0.2)}, {line(category::off_cpu, 0.1)}});
  auto whole = std::ranges::find(table.overheads, category::off_cpu, &LedgerLine::category);
  whole->time = {0.15, 0.1, 0.2};
  Answer answer = answerOf(table, 7);
  REQUIRE(answer.rows.size() == 2);
  CHECK(answer.rows[0].time.time_s == Approx(0.1));
  CHECK(answer.rows[0].time.high_s == Approx(0.1005));
  CHECK(answer.rows[1].time.time_s == Approx(0.05));
  whole->time = {-0.01, -0.02, 0};
  CHECK(answerOf(table, 7).rows.empty());
}

TEST_CASE("a location that is too long keeps its line") {
  Ledger ledger = tableWithOnly(4);
  Table &table = ledger.tables.front();
  for (ConstructLines &construct : table.constructs)
    construct.file =
        "src/a_folder_of_a_long_name/and_a_file_whose_name_is_longer_than_a_row_of_the_report.cpp";
  for (int width : {60, 80}) {
    std::string text = answerText(ledger, {.width = width});
    INFO(text);
    size_t at = text.find("pp:"); // of ".cpp:31"
    REQUIRE(at != std::string::npos);
    CHECK(std::isdigit(static_cast<unsigned char>(text[at + 3])));
  }
}

TEST_CASE("what may not be believed is said first, without rows and without advice") {
  Ledger ledger = tableWithOnly(2);
  Table &table = ledger.tables[0];
  double whole = table.parallel_time.time_s;
  table.advice.push_back({std::string(category::load_imbalance), "", "Deal them out.", "r", ""});
  table.parallel_time.low_s = 0.8 * whole;
  table.parallel_time.high_s = 1.06 * whole;
  CHECK(isUnreliable(table));
  std::string text = answerText(ledger, {});
  CHECK_THAT(text, StartsWith("NOT RELIABLE: the band of T_p is ± 13.0 % of T_p: use an"));
  CHECK_THAT(text, !Contains("Deal them") && !Contains("load imbalance"));
  table.parallel_time.high_s = 1.04 * whole;
  CHECK_FALSE(isUnreliable(table));
  CHECK(beliefIn(ledger, table).belief == Belief::Fair);
  table.repetitions_total = 0;
  CHECK(beliefIn(ledger, table).belief == Belief::NotReliable);
}

TEST_CASE("without a serial program nothing is called faster") {
  Ledger ledger = tableWithOnly(2);
  ledger.reference = "none";
  CHECK_THAT(answerText(ledger, {}), Contains("lu2: on 2 threads it took 377 ms, and 35.0 % of") &&
                                         !Contains("times as fast"));
  ledger.reference = "omp_1";
  CHECK_THAT(answerText(ledger, {}), Contains("as fast as the same program on one thread"));
}

TEST_CASE("a row that is not known is a range, in its place too, and no gain") {
  Table table = tableOf({{line(category::locks, 0.6)}, {line(category::work_rate, 0.05)}});
  table.overheads.back().time = {-0.15, -0.16, -0.14};
  markVoidRows(table);
  Ledger ledger;
  ledger.program = "p";
  ledger.reference = "serial";
  ledger.tables = {table};
  std::string text = answerText(ledger, {});
  INFO(text);
  CHECK_THAT(text, Contains("    45 .. 60   waiting for locks (a range)   x.c:10  for\n"));
  CHECK_THAT(text, Contains("   -10 .. 5    work inflation: memory, cache, clock (a range)"));
  CHECK_THAT(text, Contains(" -15.0 ± 1.0   unexplained"));
}

TEST_CASE("from 100 columns on bars stand beside the rows, a gain's apart, and no line more") {
  Ledger ledger;
  ledger.program = "p";
  ledger.reference = "serial";
  ledger.tables = {tableOf({{line(category::load_imbalance, 0.3)},
                            {line(category::locks, 0.15)},
                            {line(category::work_rate, -0.1)}})};
  ledger.tables[0].overheads.back().time = {0.002, 0.001, 0.003};
  int lines = linesIn(answerText(ledger, {}));
  for (int width : {60, 80, 99})
    CHECK_THAT(answerText(ledger, {.width = width}), !Contains("█") && !Contains("▒"));
  for (int width : {100, 120}) {
    std::string text = answerText(ledger, {.width = width});
    INFO(text);
    CHECK(linesIn(text) <= lines);
    auto row = [&](const std::string &name) {
      for (const std::string &each : splitText(text, '\n'))
        if (each.find(name) != std::string::npos)
          return each;
      return std::string();
    };
    auto blocks = [](const std::string &text, const std::string &block) {
      int count = 0;
      for (size_t at = 0; (at = text.find(block, at)) != std::string::npos; at += block.size())
        ++count;
      return count;
    };
    int longest = width / 5 - 2;
    CHECK(blocks(row("load imbalance"), "█") == longest);
    CHECK(displayWidth(row("load imbalance")) == width);
    CHECK(blocks(row("waiting for locks"), "█") == longest / 2);
    CHECK(blocks(row("(a gain)"), "▒") == std::lround(longest / 3.0));
    CHECK(blocks(row("(a gain)"), "█") == 0);
    CHECK(row("unexplained").ends_with("▏")); // small, and still there
    CHECK(blocks(row("in all"), "█") == 0);
  }
}

TEST_CASE("a row that is not known has no bar") {
  Table table = tableOf({{line(category::locks, 0.6)}, {line(category::work_rate, 0.05)}});
  table.overheads.back().time = {-0.15, -0.16, -0.14};
  markVoidRows(table);
  Ledger ledger;
  ledger.program = "p";
  ledger.reference = "serial";
  ledger.tables = {table};
  std::string text = answerText(ledger, {.width = 100});
  INFO(text);
  CHECK_THAT(text, Contains("waiting for locks (a range)   x.c:10  for\n") && Contains("▒"));
}
