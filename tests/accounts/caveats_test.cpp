// SPDX-License-Identifier: Apache-2.0
// A line that is large and badly known says when it is wrong; the others do not.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"
#include "analyzer/report/note_text.h"
#include "analyzer/tables/caveats.h"
#include "catch.hpp"
#include "directive.h"

#include <algorithm>

using namespace tare;
using Catch::Contains;

namespace {

Table tableOf(std::vector<LedgerLine> lines) {
  Table table;
  table.threads = 2;
  table.parallel_time = {1, 1, 1};
  table.overheads = std::move(lines);
  return table;
}

LedgerLine madeLine(std::string_view category, double time_s, double half_s) {
  return {std::string(category), {time_s, time_s - half_s, time_s + half_s}, {}};
}

std::string wrongWhen(std::string_view category) {
  for (const Overhead *overhead : allOverheads())
    if (overhead->category == category)
      return std::string(overhead->wrong_when);
  return "no such overhead";
}

std::vector<std::string> said(const Table &table, const Table *alone = nullptr,
                              bool tells_run_queue = false) {
  return sentencesOf(caveatsOf(table, alone, tells_run_queue));
}

} // namespace

TEST_CASE("a wide band of a large line: when that line is wrong") {
  std::vector<std::string> caveats = said(tableOf({madeLine(category::work_rate, 0.20, 0.08)}));
  REQUIRE(caveats.size() == 1);
  CHECK_THAT(caveats[0], Contains("'work inflation: memory, cache, clock'") &&
                             Contains("12.0 to 28.0 % of T_p") &&
                             Contains("wrong when " + wrongWhen(category::work_rate)));
}

TEST_CASE("probes that take little are no reason for a wide line of the compiler") {
  Table table = tableOf({madeLine(category::instruction_level, 0.20, 0.08)});
  REQUIRE(said(table).size() == 1);
  CHECK_THAT(said(table)[0], Contains("differ from each other: more of them (--repeat)") &&
                                 !Contains("wrong when"));
  table.own_cost.removed_s = 0.04;
  CHECK_THAT(said(table)[0], Contains("wrong when " + wrongWhen(category::instruction_level)));
}

TEST_CASE("a reduction makes fork and join wrong only where there is one") {
  Table table = tableOf({madeLine(category::fork_join, 0.20, 0.08)});
  REQUIRE(said(table).size() == 1);
  CHECK_THAT(said(table)[0], Contains("is wide") && !Contains("wrong when"));
  test::setDirective(table.constructs.emplace_back(), "parallel for reduction(+:s)");
  CHECK_THAT(said(table)[0], !Contains("wrong when")); // it has nothing of the line
  table.constructs.back().overheads = {madeLine(category::fork_join, 0.01, 0)};
  CHECK_THAT(said(table)[0], Contains("wrong when " + wrongWhen(category::fork_join)));
  test::setDirective(table.constructs.back(), "parallel for shared(reduction)");
  CHECK_THAT(said(table)[0], !Contains("wrong when"));
}

TEST_CASE("time without a core is wrong only where the system tells none") {
  Table table = tableOf({madeLine(category::off_cpu, 0.20, 0.08)});
  REQUIRE(said(table).size() == 1);
  CHECK_THAT(said(table)[0], Contains("wrong when " + wrongWhen(category::off_cpu)));
  REQUIRE(said(table, nullptr, true).size() == 1);
  CHECK_THAT(said(table, nullptr, true)[0], Contains("is wide") && !Contains("wrong when"));
}

TEST_CASE("the two lines that may be largest, the larger first") {
  std::vector<std::string> caveats = said(
      tableOf({madeLine(category::locks, 0.05, 0.03), madeLine(category::barriers, -0.10, 0.05),
               madeLine(category::load_imbalance, 0.30, 0.10)}));
  REQUIRE(caveats.size() == 2);
  CHECK_THAT(caveats[0], Contains(wrongWhen(category::load_imbalance)));
  CHECK_THAT(caveats[1], Contains(wrongWhen(category::barriers)));
}

TEST_CASE("own cost far beyond what the probes take makes the lines of work void") {
  Table table = tableOf({madeLine(category::instruction_level, 1, 0.01)});
  auto cost = [&](double low_s, double measured_s, double most_s) {
    table.own_cost.approximated = true;
    table.own_cost.measured_low_s = low_s;
    table.own_cost.measured_s = measured_s;
    table.own_cost.observed_high_s = most_s;
    return said(table);
  };
  REQUIRE(cost(0.9, 1, 0.025).size() == 1);
  CHECK_THAT(said(table)[0], Contains("100.0 % of T_p longer") && Contains("at most 2.5 %") &&
                                 Contains("compiler") && Contains("memory, cache, clock") &&
                                 Contains("void"));
  CHECK(cost(0.9, 1, 0.4).empty());      // not three times as much
  CHECK(cost(0.05, 0.09, 0.01).empty()); // not 10 % of T_p
  CHECK(cost(-0.2, 0.5, 0.01).empty());  // within the band
  CHECK(cost(0.1, 0.12, 0.01).size() == 1);
  CHECK(cost(0.1, 0.12, 0).empty()); // what a probe takes could not be measured
  table.own_cost.observed_high_s = 0.01;
  CHECK(said(table).size() == 1);
  table.own_cost.approximated = false;
  CHECK(said(table).empty());
}

TEST_CASE("code that the probes slow is slower on one thread, too") {
  Table table = tableOf({madeLine(category::instruction_level, 1, 0.01)});
  table.own_cost.approximated = true;
  table.own_cost.measured_s = table.own_cost.measured_low_s = 0.9;
  table.own_cost.observed_high_s = 0.025;
  Table alone = table;
  CHECK(said(table, &alone).size() == 1);
  alone.own_cost.measured_s = 0.03;
  CHECK(said(table, &alone).empty());
}

TEST_CASE("probes take no less than what was taken out of the times") {
  Table table = tableOf({madeLine(category::instruction_level, 1, 0.01)});
  OwnCost &own = table.own_cost;
  own.approximated = true;
  own.measured_s = own.measured_low_s = 0.9;
  own.observed_high_s = 0.108;
  own.removed_s = 0.231;
  REQUIRE(said(table).size() == 1);
  CHECK_THAT(said(table)[0], Contains("at most 23.1 %"));
  own.removed_s = 0.4; // then it is not three times as much
  CHECK(said(table).empty());
}

TEST_CASE("threads that sleep in what counts as work") {
  Table table = tableOf({});
  table.asleep_s = 0.04;
  CHECK(said(table).empty());
  table.asleep_s = 0.25;
  REQUIRE(said(table).size() == 1);
  CHECK_THAT(said(table)[0], Contains("at least 25.0 % of T_p") && Contains("std::mutex") &&
                                 Contains("work inflation"));
}

TEST_CASE("page faults that only the instrumented program has") {
  Table table = tableOf({});
  table.parallel_counts.faults = 20000;
  CHECK(said(table).empty());               // the other program's are not known
  table.instrumented_counts.faults = 50000; // 7.5 ms on each of two threads
  CHECK(said(table).empty());
  table.instrumented_counts.faults = 80000;
  REQUIRE(said(table).size() == 1);
  CHECK_THAT(said(table)[0], Contains("had 80000 page faults, the plain one 20000") &&
                                 Contains("at least 1.5 % of T_p more"));
  table.instrumented_counts.faults = 0;
  table.parallel_counts.faults = 60000;
  REQUIRE(said(table).size() == 1);
  CHECK_THAT(said(table)[0], Contains("at least 1.5 % of T_p less"));
}

TEST_CASE("narrow bands, small ones, and none at all need no caveat") {
  CHECK(said(tableOf({madeLine(category::load_imbalance, 0.40, 0.05)})).empty());
  CHECK(said(tableOf({madeLine(category::locks, 0.001, 0.015)})).empty());
  CHECK(said(tableOf({madeLine(category::locks, 0.40, 0)})).empty());
  CHECK(said(tableOf({madeLine("from.another_version", 0.2, 0.1)})).empty());
  CHECK(said(Table()).empty());
}

TEST_CASE("CPU time of other threads matters where it may be a good part of the serial code") {
  CHECK(mayBeTheirs(0.5, 0.5, 1));
  CHECK(mayBeTheirs(10, 0.1, 1));
  CHECK_FALSE(mayBeTheirs(0.06, 0.7, 1));   // less than a tenth of the serial code
  CHECK_FALSE(mayBeTheirs(0.062, 0.03, 1)); // there is next to no serial code
  CHECK_FALSE(mayBeTheirs(0.04, 0.1, 1));   // nor of them
  CHECK_FALSE(mayBeTheirs(0, 0.5, 1));
}

TEST_CASE("a loop with fewer iterations on several threads: the work is not the same") {
  Table table = tableOf({});
  table.threads = 2;
  table.serial_time = {1, 1, 1};
  ConstructLines &loop = table.constructs.emplace_back();
  loop.kind = "for";
  loop.file = "x.c";
  loop.line = 12;
  loop.work = WorkTimes{0, 0.5, 0.1, 0.03};
  REQUIRE(said(table).size() == 1);
  CHECK_THAT(said(table)[0], Contains("x.c:12 did 0.03") && Contains("--check"));
  table.cut_off = true; // it would have gone on
  CHECK(said(table).empty());
  table.cut_off = false;
  loop.work->executions_ratio = 0.95;
  CHECK(said(table).empty());
  loop.work = WorkTimes{0, 0.2, 0.1, 0.03};
  CHECK(said(table).empty());
}

TEST_CASE("probes that make code faster make work too little and unidentified too much") {
  Table table = tableOf({});
  OwnCost &own = table.own_cost;
  own.measured_s = -0.08, own.measured_low_s = -0.1, own.measured_high_s = -0.06;
  REQUIRE(said(table).size() == 1);
  CHECK_THAT(said(table)[0], Contains("took 8.0 % of T_p less than the plain one") &&
                                 Contains("'work inflation: memory, cache, clock' are too small"));
  own.measured_high_s = 0.01;
  CHECK(said(table).empty());
  own.measured_s = -0.02, own.measured_high_s = -0.01;
  CHECK(said(table).empty());
}

TEST_CASE("on one thread what the plain run does not have is no work of the program's") {
  auto isSaid = [](int threads, double work, double half) {
    Table table = tableOf({madeLine(category::instruction_level, work, 0.01),
                           madeLine(category::unidentified, -0.042, half)});
    table.threads = threads;
    return std::ranges::any_of(said(table), [](const std::string &caveat) {
      return caveat.starts_with("the instrumented program took 4.2 % of T_1 longer");
    });
  };
  CHECK(isSaid(1, 0.065, 0.03));
  CHECK_FALSE(isSaid(1, 0.01, 0.03)); // there is nothing that it could be in
  CHECK_FALSE(isSaid(1, 0.065, 0.05));
  CHECK_FALSE(isSaid(2, 0.065, 0.03));
}

TEST_CASE("code that is slower on one thread is slower on several, however noisy these are") {
  Table alone = tableOf({}), many = tableOf({madeLine(category::off_cpu, 0.1, 0)});
  alone.threads = 1;
  many.threads = 2;
  for (OwnCost *own : {&alone.own_cost, &many.own_cost}) {
    own->measured_s = own->measured_low_s = own->measured_high_s = 0.25;
    own->approximated = true;
    own->observed_high_s = 0.02;
  }
  REQUIRE(said(many, &alone).size() == 1);
  CHECK_THAT(said(many, &alone)[0], Contains("on one thread the instrumented program took 25"));
  CHECK_THAT(said(alone, &alone)[0], !Contains("on one thread the instrumented"));
  CHECK(said(many).empty());
}

TEST_CASE("what other threads computed beside regions is not said to count as serial code") {
  Table table = tableOf({});
  table.other_threads_s = 0.5;
  REQUIRE(said(table).size() == 1);
  CHECK_THAT(said(table)[0], Contains("ran outside of regions") &&
                                 Contains("how much is not known") &&
                                 !Contains("what runs meanwhile"));
}

TEST_CASE("places without a core that have more than their line: the reference lost some itself") {
  Table table = tableOf({madeLine(category::off_cpu, 0.2, 0)});
  auto place = [&](double time_s) {
    table.constructs.emplace_back().overheads = {madeLine(category::off_cpu, time_s, 0)};
  };
  place(0.18);
  place(0.02);
  CHECK(said(table).empty());
  place(0.34);
  REQUIRE(said(table).size() == 1);
  CHECK_THAT(said(table)[0], Contains("54.0 % of T_p, more than the row (20.0 %)") &&
                                 Contains("the run that T_s is of waited too (680 ms)"));
  table.overheads[0].time = {-0.2, -0.2, -0.2};
  table.constructs.clear(); // nothing was lost at any place
  CHECK(said(table).empty());
}
