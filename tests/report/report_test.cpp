// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/categories.h"
#include "analyzer/report/figures.h"
#include "analyzer/report/page.h"
#include "analyzer/report/rows.h"
#include "analyzer/report/sentences.h"
#include "analyzer/report/text.h"
#include "base/text.h"
#include "catch.hpp"
#include "sample_ledger.h"

#include <algorithm>
#include <numeric>

using namespace tare;
using Catch::Contains;
using Catch::EndsWith;

namespace {

std::vector<std::string> linesOf(const std::string &text) {
  std::vector<std::string> lines = splitText(text, '\n');
  REQUIRE(lines.back().empty()); // ends in a newline
  lines.pop_back();
  return lines;
}

/// Sentences wrap.
std::string joined(const std::string &text) {
  std::string words;
  for (const std::string &line : linesOf(text))
    words += (words.empty() ? "" : " ") + std::string(trimText(line));
  return words;
}

std::string lineWith(const std::string &text, const std::string &words) {
  for (const std::string &line : linesOf(text))
    if (line.find(words) != std::string::npos)
      return line;
  return "no line with " + words + " in:\n" + text;
}

/// The n-th blank-separated word from the right: figures stand there.
std::vector<std::string> wordsOf(const std::string &line) {
  std::vector<std::string> words;
  for (const std::string &word : splitText(line, ' '))
    if (!word.empty())
      words.push_back(word);
  return words;
}

Ledger only(int p) {
  Ledger ledger = sampleLedger();
  std::erase_if(ledger.tables, [&](const Table &table) { return table.threads != p; });
  REQUIRE(ledger.tables.size() == 1);
  return ledger;
}

} // namespace

TEST_CASE("the first line says threads, mean in regions, cores, accepted runs and reference") {
  std::string text = reportText(sampleLedger(), {});
  std::vector<std::string> lines = linesOf(text);
  std::string first = lines[0] + " " + std::string(trimText(lines[1]));
  CHECK(first == "lu2 on p = 1, 2, 4 threads (mean in regions 1.00, 2.00, 4.00), 2 cores, 14 of 15 "
                 "repetitions used (p = 4: 4 of 5), reference: serial program");
  CHECK_THAT(lineWith(text, "instrumented"), Contains("./lu2.tare 1100"));
  CHECK_THAT(text, Contains("clang-19 -O2 -fopenmp lu2.c -o lu2.omp"));
}

TEST_CASE("the head says where places begin if that is not where it was started") {
  Ledger ledger = sampleLedger();
  CHECK_THAT(reportText(ledger, {}), !Contains("files are relative to"));
  ledger.source_root = "/home/u/\x1bp";
  CHECK_THAT(reportText(ledger, {}),
             Contains("files are relative to /home/u/") && !Contains("\x1b"));
}

TEST_CASE("the head names the programs that refine a table, too") {
  Ledger ledger = sampleLedger();
  for (const char *role : {"ignored", "serial_instrumented"}) {
    RunSummary run;
    run.role = role;
    run.command = "./lu2." + std::string(role) + std::string(70, 'x');
    ledger.runs.push_back(run);
  }
  std::string text = reportText(ledger, {});
  CHECK_THAT(lineWith(text, "  serial probed "), Contains("./lu2.serial_instrumentedx"));
  CHECK_THAT(lineWith(text, "  ignored "), Contains("./lu2.ignoredx"));
  CHECK(text.find("  instrumented ") < text.find("  serial probed "));
  for (const std::string &line : linesOf(text))
    CHECK(displayWidth(line) <= 80);
}

TEST_CASE("a table of an experiment that was broken off says so first") {
  Ledger ledger = only(2);
  ledger.tables[0].repetitions_accepted = ledger.tables[0].repetitions_total = 0;
  CHECK_THAT(reportText(ledger, {}), Contains("the experiment was broken"));
  CHECK_THAT(reportText(ledger, {}), !Contains("0 of 0"));
}

TEST_CASE("rows of one p: the paper's order, seconds, share and band") {
  std::string text = reportText(only(2), {});
  CHECK(wordsOf(lineWith(text, "Serial time")) ==
        std::vector<std::string>{"Serial", "time", "T_s", "490.00", "±0.3"});
  CHECK(wordsOf(lineWith(text, "Parallel time")) ==
        std::vector<std::string>{"Parallel", "time", "T_p", "376.72", "100.0", "±0.8"});
  CHECK(wordsOf(lineWith(text, "Efficiency")) ==
        std::vector<std::string>{"Efficiency", "E_p", "65.0", "±0.2"});
  CHECK(wordsOf(lineWith(text, "load imbalance")) ==
        std::vector<std::string>{"load", "imbalance", "122.00", "32.4", "±0.3"});
  CHECK_THAT(lineWith(text, "Amdahl"), Contains("2.1%; 48x"));
  size_t net = text.find("Work inflation"), work = text.find("  extra code"),
         rate = text.find("  memory, cache, clock"), path = text.find("Critical path"),
         rest = text.find("Unexplained");
  CHECK(net < work);
  CHECK(work < rate);
  CHECK(rate < path);
  CHECK(path < rest);
}

TEST_CASE("small lines are folded, unexplained never is") {
  std::string text = reportText(only(2), {});
  CHECK_THAT(text, !Contains("fork and join"));
  size_t folded = allCategories().size() - 5;
  CHECK_THAT(text, Contains("Other (" + std::to_string(folded) + " small rows)"));
  CHECK(wordsOf(lineWith(text, "Unexplained"))[1] == "0.42");
}

TEST_CASE("own cost: what was taken out, and what is left with the probes off") {
  Ledger ledger = only(2);
  OwnCost &own = ledger.tables[0].own_cost;
  double whole = ledger.tables[0].parallel_time.time_s;
  own = {};
  own.measured_s = 0.03 * whole;
  CHECK_THAT(joined(reportText(ledger, {})), Contains("plain one: +3.0 % at p = 2."));
  own.rewriting = Estimate{-0.02 * whole, -0.03 * whole, -0.01 * whole};
  CHECK_THAT(joined(reportText(ledger, {})),
             Contains("+3.0 % at p = 2 (with its probes off -2.0 %)."));
  own.approximated = true;
  own.removed_s = 0.01 * whole;
  CHECK_THAT(joined(reportText(ledger, {})),
             Contains("+3.0 % at p = 2 (1.0 % taken out; with its probes off -2.0 %)."));
}

TEST_CASE("a library's threads on several threads: no limit for one thread either") {
  Ledger ledger = only(2);
  ledger.tables.push_back(ledger.tables[0]);
  ledger.tables[1].threads = 4;
  ledger.tables[1].other_threads_s = 0.5;
  for (Table &table : ledger.tables)
    table.speedup_limit = 0; // as the accounts leave it
  CHECK_THAT(lineWith(reportText(ledger, {}), "Amdahl"),
             Contains("-; -") && !Contains("%") && !Contains("any"));
}

TEST_CASE("instruments that take a fifth of the time are said to disturb") {
  Ledger ledger = only(2);
  OwnCost &own = ledger.tables[0].own_cost;
  own.measured_s = own.measured_high_s = 0.3 * ledger.tables[0].parallel_time.time_s;
  CHECK_THAT(reportText(ledger, {}), !Contains("disturbs"));
  own.measured_low_s = 0.25 * ledger.tables[0].parallel_time.time_s;
  CHECK_THAT(reportText(ledger, {}), Contains("disturbs") && Contains("--budget 5%"));
}

TEST_CASE("what the probes made cheaper is not called cheaper than the reference") {
  Ledger ledger = only(4);
  OwnCost &own = ledger.tables[0].own_cost;
  own.measured_s = own.measured_low_s = own.measured_high_s =
      -0.2 * ledger.tables[0].parallel_time.time_s;
  CHECK_THAT(reportText(ledger, {}), !Contains("cheaper than the reference at p"));
}

TEST_CASE("what is negative is called cheaper than the reference") {
  CHECK_THAT(reportText(only(4), {}), Contains("cheaper than the reference at p = 4"));
  CHECK_THAT(reportText(only(2), {}), !Contains("cheaper"));
  Ledger one = only(4); // the program on one thread, which waits and manages as well
  one.reference = "omp_1";
  for (LedgerLine &line : one.tables[0].overheads)
    if (line.category == category::additional_computation)
      line.time = Estimate{-0.1, -0.1, -0.1};
  CHECK_THAT(reportText(one, {}), Contains("waits and management on one thread, with a minus"));
  LedgerLine at_construct;
  at_construct.category = category::additional_computation;
  at_construct.time = Estimate{-0.09, -0.09, -0.09}; // executed less often on p
  one.tables[0].constructs[0].overheads.push_back(at_construct);
  CHECK_THAT(reportText(one, {}), Contains("cheaper than the reference at p = 4"));
}

TEST_CASE("more threads than cores, rejected runs and what was left alone are said") {
  std::string text = reportText(sampleLedger(), {});
  CHECK_THAT(text, Contains("p = 4 on 2 cores: waits contain time without a CPU."));
  CHECK_THAT(text, Contains("p = 4: 1 of 5 tuples was rejected"));
  CHECK_THAT(text, Contains("3 constructs seen: 1 measured, 1 counted, 1 left alone (1 task: not"));
  CHECK_THAT(reportText(only(2), {}), !Contains("without a CPU"));
}

TEST_CASE("what is timed from outside and what is left alone have reasons of their own") {
  Ledger::Coverage coverage;
  coverage.seen = 7;
  coverage.measured = 2;
  coverage.outside = 1;
  coverage.left_alone = 4;
  coverage.reasons = {{"part of the work around it", 4}, {"timed from outside: hidden", 1}};
  CHECK(coverageText(coverage) == "7 constructs seen: 2 measured, 1 timed from outside (1 hidden), "
                                  "4 left alone (4 part of the work around it)");
}

TEST_CASE("directives that were left alone are told with their places, reason by reason") {
  Ledger::Coverage coverage;
  coverage.seen = coverage.left_alone = 7;
  coverage.reasons = {{"a simd loop", 6}, {"compilers ignore it", 1}};
  for (int line : {3, 5, 7, 9, 11, 13})
    coverage.left_alone_directives.push_back({"a.c", line, "simd", "a simd loop"});
  coverage.left_alone_directives.push_back({"b\x1b.c", 4, "X omp for", "compilers ignore it"});
  CHECK(coverageText(coverage) ==
        "7 constructs seen: 7 left alone (6 a simd loop, at a.c:3, a.c:5, "
        "a.c:7, a.c:9 and 2 more; 1 compilers ignore it, at b?.c:4)");
}

TEST_CASE("threads beyond those that were asked for are no gain") {
  Ledger ledger = only(4);
  Table &table = ledger.tables[0];
  double part = -0.5 * table.parallel_time.time_s;
  std::ranges::find(table.overheads, category::off_cpu, &LedgerLine::category)->time = {part, part,
                                                                                        part};
  CHECK_THAT(reportText(ledger, {}), !Contains("more threads than it was asked to"));
  table.mean_threads_in_regions = 8;
  CHECK_THAT(reportText(ledger, {}), Contains("more threads than it was asked to at p = 4"));
}

TEST_CASE("a note of several tables is written once, with their p") {
  Ledger ledger = sampleLedger();
  ledger.tables[1].notes = asNotes({"first", "second"});
  ledger.tables[2].notes = asNotes({"second", "third"});
  std::string text = reportText(ledger, {});
  CHECK_THAT(text, Contains("p = 2: first\n"));
  CHECK_THAT(text, Contains("p = 2, 4: second\n"));
  CHECK_THAT(text, Contains("p = 4: third\n"));
}

TEST_CASE("what the system counted stands beside what it counted on one thread") {
  Ledger ledger = sampleLedger();
  Table &table = *std::ranges::max_element(ledger.tables, {}, &Table::threads);
  table.parallel_counts.faults = 59022;
  CHECK_THAT(reportText(ledger, {}), Contains("59022 page faults."));
  table.one_counts.faults = 1698;
  CHECK_THAT(reportText(ledger, {}), Contains("59022 page faults (on one thread 1698)."));
  table.serial_counts.faults = 1700; // of the reference, where there are both
  CHECK_THAT(reportText(ledger, {}), Contains("59022 page faults (serial 1700)."));
}

TEST_CASE("what a budget left out is said under the table") {
  std::string text = joinText(wordsOf(joinText(linesOf(reportText(sampleLedger(), {})), " ")), " ");
  CHECK_THAT(text,
             Contains("Budget: probes may take 2.0 % of the threads' time; skipped were at p = "
                      "4 80 of 90.5 executions of regions (61.0 % of their time). Those that "
                      "were measured stand for their neighbours."));
  CHECK_THAT(reportText(only(2), {}), !Contains("Budget"));
  Ledger ledger = only(4);
  ledger.tables[0].own_cost.budget = Budget{0.05, 0, 12, 0, {}};
  CHECK_THAT(joinText(wordsOf(joinText(linesOf(reportText(ledger, {})), " ")), " "),
             Contains("no execution of a region had to be skipped"));
  ledger = sampleLedger();
  for (Table &table : ledger.tables) {
    table.own_cost.budget = Budget{0.02, 0, 12, 0, {}};
    table.own_cost.observed_direct_s =
        (table.threads == 1 ? 0.022 : 0.0074) * table.parallel_time.time_s;
  }
  CHECK_THAT(joinText(wordsOf(joinText(linesOf(reportText(ledger, {})), " ")), " "),
             Contains("counted, they took 2.2 % at p = 1 (NOT held), 0.74 % at p = 2") &&
                 Contains("no execution of a region was skipped."));
}

TEST_CASE("what was predicted stands beside what was counted") {
  CHECK_THAT(reportText(only(4), {}), !Contains("Predicted cost"));
  Ledger ledger = only(2);
  ledger.tables[0].own_cost.predicted_s = 0.02 * ledger.tables[0].parallel_time.time_s;
  CHECK_THAT(reportText(ledger, {}), Contains("Predicted cost of the probes: 2.0 % at p = 2.\n"));
  ledger.tables[0].own_cost.observed_direct_s = 0.03 * ledger.tables[0].parallel_time.time_s;
  ledger.tables[0].own_cost.approximated = true;
  CHECK_THAT(reportText(ledger, {}), Contains("2.0 % at p = 2 (then counted: 3.0 %).\n"));
}

TEST_CASE("a program that was cut off is announced first") {
  Ledger ledger = sampleLedger();
  ledger.tables[1].cut_off = true;
  CHECK(startsWith(reportText(ledger, {}), "CUT OFF at p = 2: "));
}

TEST_CASE("no reference: the first line says so") {
  Ledger ledger = only(2);
  ledger.reference = "none";
  std::string text = reportText(ledger, {});
  CHECK_THAT(linesOf(text)[0] + linesOf(text)[1], Contains("reference: none"));
  CHECK_THAT(text, Contains("Own work T_s"));
}

TEST_CASE("constructs: those of the largest p, as many as asked") {
  Ledger ledger = only(2);
  for (int line = 40; line < 50; ++line) {
    ConstructLines construct = ledger.tables[0].constructs[0];
    construct.line = line;
    construct.overheads[0].time.time_s = 0.001 * line;
    ledger.tables[0].constructs.push_back(construct);
  }
  std::string text = reportText(ledger, {.top = 2});
  CHECK_THAT(text, Contains("Where, at p = 2 (2 of 11 constructs)"));
  CHECK_THAT(text, Contains("lu2.c:31  for schedule(static)  (1 time)"));
  CHECK_THAT(text, Contains("lu2.c:49") && !Contains("lu2.c:48"));
  CHECK_THAT(reportText(ledger, {.top = 0}), !Contains("Where"));
}

TEST_CASE("executions of what each thread has for itself are those of all threads") {
  Ledger ledger = only(2);
  ConstructLines &construct = ledger.tables[0].constructs[0];
  auto title = [&](const std::string &kind, double instances, bool serial = false) {
    construct.kind = construct.directive = kind;
    construct.instances = instances;
    construct.in_serial_code = serial;
    return lineWith(reportText(ledger, {}), "lu2.c:31");
  };
  CHECK_THAT(title("loop", 100), EndsWith("(100 times, all threads together)"));
  CHECK_THAT(title("critical", 100), EndsWith("(100 times, all threads together)"));
  CHECK_THAT(title("loop", 100, true), EndsWith("(100 times)"));
  CHECK_THAT(title("for", 50), EndsWith("(50 times)"));
  CHECK_THAT(title("task", 100), EndsWith("(100 times)"));
  CHECK_THAT(title("loop", 1), EndsWith("(1 time)"));
  ledger.tables[0].threads = 1;
  CHECK_THAT(title("loop", 100), EndsWith("(100 times)"));
}

TEST_CASE("a column adds up as it is shown") {
  for (uint32_t seed = 1; seed <= 100; ++seed) {
    Ledger ledger = randomLedger(seed);
    Selection selection = selectLeaves(ledger);
    for (const Table &table : ledger.tables) {
      TimeScale scale = scaleFor({table.parallel_time.time_s}, layoutFor(80, 2, true));
      Column column(table, selection, scale);
      int64_t time = *column.ideal().time + *column.other().time;
      int64_t percent = *column.ideal().percent + *column.other().percent;
      for (const Leaf &leaf : selection.leaves) {
        time += *column.leaf(leaf.category).time;
        percent += *column.leaf(leaf.category).percent;
      }
      INFO("seed " << seed << " p " << table.threads);
      CHECK(time == *column.parallel().time);
      CHECK(percent == (table.parallel_time.time_s > 0 ? 1000 : 0)); // random books may be absurd
    }
  }
}

TEST_CASE("every category is either a row or folded, also one that this version does not know") {
  Ledger ledger = only(2);
  ledger.tables[0].overheads.push_back({"new_kind.of_overhead", {0.02, 0.02, 0.02}});
  ledger.tables[0].parallel_time.time_s += 0.02;
  Selection selection = selectLeaves(ledger);
  CHECK(selection.leaves.size() + selection.folded.size() == allCategories().size() + 1);
  CHECK_THAT(reportText(ledger, {}), Contains("  new_kind.of_overhead"));
}

TEST_CASE("no line is wider than asked, and no control character comes through") {
  for (uint32_t seed = 1; seed <= 300; ++seed)
    for (int width : {60, 80, 132})
      for (bool bands : {true, false}) {
        std::string text =
            reportText(randomLedger(seed), {.width = width, .top = 8, .bands = bands});
        for (const std::string &line : linesOf(text)) {
          INFO("seed " << seed << ": " << line);
          REQUIRE(displayWidth(line) <= width);
          REQUIRE(printable(line) == line);
          REQUIRE((line.empty() || line.back() != ' '));
        }
      }
}

TEST_CASE("colour changes nothing but escapes") {
  std::string plain = reportText(sampleLedger(), {}),
              coloured = reportText(sampleLedger(), {.colour = true});
  CHECK(plain.find('\x1b') == std::string::npos);
  for (const char *escape : {"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[1;31m"})
    for (size_t at; (at = coloured.find(escape)) != std::string::npos;)
      coloured.erase(at, std::string(escape).size());
  CHECK(coloured == plain);
}

TEST_CASE("more than four p go into blocks of equal width") {
  Ledger ledger = sampleLedger();
  for (int p : {8, 16, 32})
    ledger.tables.push_back(ledger.tables[2]), ledger.tables.back().threads = p;
  std::string text = reportText(ledger, {});
  int heads = 0;
  for (const std::string &line : linesOf(text))
    heads += line.find("p = 1 ") != std::string::npos && line.find("reg") == std::string::npos;
  CHECK(heads == 1);
  CHECK_THAT(lineWith(text, "p = 8 "), Contains("p = 32"));
}

TEST_CASE("apportion keeps the sum and stays within one step") {
  std::vector<double> steps = {0.4, 0.4, 0.4, -1.7, 2.5};
  std::vector<int64_t> whole = apportion(steps, 2);
  CHECK(std::accumulate(whole.begin(), whole.end(), int64_t(0)) == 2);
  for (size_t i = 0; i < steps.size(); ++i)
    CHECK(std::abs(static_cast<double>(whole[i]) - steps[i]) < 1);
}

TEST_CASE("paragraphs keep their indent, and every word once") {
  Page page(20, false);
  page.paragraph("  one two three four five six", 4);
  page.paragraph("abcdefghijklmnopqrstuvwxyz end", 2);
  page.item("  key ", "a text beside it, wrapped");
  CHECK(page.take() == "  one two three four\n"
                       "    five six\n"
                       "abcdefghijklmnopqrst\n"
                       "  uvwxyz end\n"
                       "  key a text beside\n"
                       "      it, wrapped\n");
}

TEST_CASE("nothing measured is said") {
  CHECK_THAT(reportText(Ledger(), {}), Contains("nothing was measured"));
}
