// SPDX-License-Identifier: Apache-2.0
// One part of the program: with the rest it is the whole, and it is shown so that it adds up.
#include "analyzer/ledger/lines.h"
#include "analyzer/report/at_part.h"
#include "analyzer/report/at_report.h"
#include "analyzer/report/page.h"
#include "analyzer/report/parts.h"
#include "at_ledger.h"
#include "base/text.h"
#include "catch.hpp"

#include <map>
#include <random>

using namespace tare;
using namespace tare::test;
using Catch::Contains;

namespace {

/// With one blank in the place of several.
std::string unspaced(const std::string &text) {
  std::vector<std::string> words = splitText(text, ' ');
  std::erase(words, "");
  return joinText(words, " ");
}

/// Figures are multiples of 2^-20 s, so that their sums are exact.
double some(std::mt19937 &random, int low, int high) {
  int range = high - low + 1;
  return (low + static_cast<int>(random() % static_cast<unsigned>(range))) / 1048576.0;
}

/// Constructs with random overheads and times at several p, and a part of the program without a
/// place. The books of the whole close.
Ledger randomProgram(uint32_t seed) {
  std::mt19937 random(seed);
  Ledger ledger;
  ledger.program = "r";
  ledger.reference = (const char *[]){"serial", "omp_1", "none"}[random() % 3];
  size_t constructs = 1 + random() % 12;
  for (int threads = 1; threads <= 1 << random() % 4; threads *= 2) {
    Table table;
    table.threads = threads;
    double overhead_s = 0, time_s = some(random, 0, 100000);
    std::map<std::string, double> sums;
    for (const CategoryInfo &info : allCategories())
      sums[std::string(info.name)] = random() % 2 ? some(random, -5000, 50000) : 0;
    for (size_t i = 0; i < constructs; ++i) {
      if (random() % 5 == 0) // not executed at this p
        continue;
      ConstructLines construct =
          constructAt(std::to_string(i), {"r.c", static_cast<int>(10 * i + 1)});
      construct.overheads.clear();
      construct.time_s = some(random, 1, 1000000);
      time_s += *construct.time_s;
      for (const CategoryInfo &info : allCategories())
        if (random() % 4 == 0) {
          double line_s = some(random, -20000, 200000);
          construct.overheads.push_back({std::string(info.name), {line_s, line_s, line_s}, {}});
          sums[std::string(info.name)] += line_s;
        }
      table.constructs.push_back(construct);
    }
    for (const CategoryInfo &info : allCategories()) {
      double sum_s = sums[std::string(info.name)];
      table.overheads.push_back({std::string(info.name), {sum_s, sum_s, sum_s}, {}});
      overhead_s += sum_s;
    }
    time_s = std::max(time_s, overhead_s + 1);
    table.parallel_time = {time_s, time_s, time_s};
    table.total_overhead = {overhead_s, overhead_s, overhead_s};
    ledger.tables.push_back(table);
  }
  return ledger;
}

std::pair<Ids, Ids> randomDivision(const Ledger &ledger, uint32_t seed) {
  std::mt19937 random(seed);
  std::pair<Ids, Ids> ids;
  std::map<std::string, bool> side;
  for (const Table &table : ledger.tables)
    for (const ConstructLines &construct : table.constructs) {
      auto [entry, is_new] = side.try_emplace(construct.id, random() % 2);
      (entry->second ? ids.first : ids.second).insert(construct.id);
    }
  return ids;
}

} // namespace

TEST_CASE("a part, the other constructs and what has no place are the whole, exactly") {
  for (uint32_t seed = 1; seed <= 300; ++seed) {
    INFO("seed " << seed);
    Ledger whole = randomProgram(seed);
    auto [mine, others] = randomDivision(whole, seed);
    Ledger part = partOf(whole, mine).value(), rest = partOf(whole, others).value();
    for (size_t t = 0; t < whole.tables.size(); ++t) {
      const Table &all = whole.tables[t], &one = part.tables[t], &two = rest.tables[t];
      double total_s = 0, constructs_s = 0;
      for (const LedgerLine &line : one.overheads)
        total_s += line.time.time_s;
      for (const ConstructLines &construct : one.constructs)
        constructs_s += *construct.time_s;
      CHECK(total_s == one.total_overhead.time_s);
      CHECK(constructs_s == one.parallel_time.time_s);
      CHECK(one.ideal_time.time_s + one.total_overhead.time_s == one.parallel_time.time_s);
      CHECK(one.serial_time.time_s == one.ideal_time.time_s * all.threads);
      std::vector<LedgerLine> left = restOf(all, one);
      REQUIRE(left.size() == all.overheads.size());
      double nowhere_s = 0;
      for (size_t i = 0; i < left.size(); ++i) {
        const std::string &category = all.overheads[i].category;
        CHECK(left[i].category == category);
        CHECK(left[i].time.time_s + timeOf(one, category) == timeOf(all, category));
        nowhere_s += left[i].time.time_s - timeOf(two, category);
        CHECK(timeAtConstructs(all, category) == timeOf(one, category) + timeOf(two, category));
      }
      CHECK(one.total_overhead.time_s + two.total_overhead.time_s + nowhere_s ==
            all.total_overhead.time_s);
    }
  }
}

TEST_CASE("the rows of a part add up as they are shown") {
  for (uint32_t seed = 1; seed <= 100; ++seed) {
    INFO("seed " << seed);
    Ledger whole = randomProgram(seed);
    auto [mine, others] = randomDivision(whole, seed);
    Ledger part = partOf(whole, mine.empty() ? others : mine).value();
    std::erase_if(part.tables, [](const Table &table) { return table.constructs.empty(); });
    if (part.tables.empty())
      continue;
    ShownPart shown{whole, part, "r.c:1"};
    Selection selection = selectLeaves(part);
    std::vector<Column> columns;
    for (const Table &table : part.tables)
      columns.emplace_back(table, selection, scaleOf(part, CellLayout()));
    std::vector<Row> rows = partTableRows(shown, selection, columns);
    std::vector<Row> held = heldRows(shown, static_cast<int>(seed % 7), columns);
    for (size_t column = 0; column < columns.size(); ++column) {
      int64_t sum = 0, time = 0, overhead = 0;
      int rules = 0;
      for (const Row &row : rows) {
        rules += row.kind == Row::Kind::Rule;
        if (rules == 1 && row.kind == Row::Kind::Figures)
          sum += *row.figures[column].time;
      }
      for (const Row &row : held)
        (row.indent ? overhead : time) += *row.figures[column].time;
      CHECK(sum == *columns[column].total().time);
      CHECK(time == *columns[column].parallel().time);
      CHECK(overhead == *columns[column].total().time);
    }
  }
}

TEST_CASE("a part in text: its times, what it holds, its share of the program") {
  Ledger whole = nested();
  Ledger part = partOf(whole, idsAt(whole, "a.c:10").value()).value();
  ShownPart shown{whole, part, "a.c:10"};
  std::string text = unspaced(partText(shown, {}));
  // four constructs of half a second each, of which an eighth is overhead; the program has five s
  CHECK_THAT(text, Contains("p, the part at a.c:10: 4 constructs in add, solve"));
  CHECK_THAT(text, Contains("Time in the part 2.0000 100.0"));
  CHECK_THAT(text, Contains("Time on one thread 3.0000")); // serial: no probes
  CHECK_THAT(text, Contains("load imbalance 0.5000 25.0"));
  CHECK_THAT(text, Contains("40.0 %") && Contains("3.00 s"));
  CHECK_THAT(text, Contains("src/a.c:17 for"));
  for (const std::string &line : splitText(partText(shown, {}), '\n'))
    CHECK(displayWidth(line) <= 80);
  part.tables[0].pairing = PairingCoverage();
  CHECK_THAT(unspaced(partText(shown, {})), Contains("Serial time of the part 3.0000"));
  CHECK_THAT(partText(shown, {.top = 1}), Contains("Other (3 constructs)"));
  CHECK_THAT(partText(shown, {.top = 0}), !Contains("What it holds"));
  std::string markdown = partMarkdown(shown, {});
  CHECK_THAT(markdown, Contains("| load imbalance | 0.5000 | 25.0 ± 25.0 |"));
  CHECK_THAT(markdown, Contains("| **Time in the part** | **2.0000** | **100.0** |"));
}

TEST_CASE("a part in CSV sums to the program's rows, with what is left") {
  Ledger whole = nested();
  Ledger part = partOf(whole, idsAt(whole, "solve").value()).value();
  std::map<std::string, double> sums; // scope -> seconds of load imbalance
  for (const std::string &line : splitText(partCsv({whole, part, "solve"}, {}), '\n'))
    if (line.find(",critical_path.load_imbalance,") != line.npos)
      sums[splitText(line, ',')[3]] += std::stod(splitText(line, ',')[10]);
  CHECK(sums["part"] == 0.5);
  CHECK(sums["construct"] == 0.5);
  CHECK(sums["rest"] == 0.5);
  std::string csv = partCsv({whole, part, "solve"}, {.top = 1});
  CHECK_THAT(csv, Contains("p,serial,2,other,,,,,,critical_path.load_imbalance,0.375000000"));
  CHECK_THAT(csv, Contains("p,serial,2,part_summary,,,,,,parallel_time,2.000000000,,,0.400000"));
}

TEST_CASE("a p at which nothing of the part was executed is told, not shown") {
  Ledger whole = nested();
  Table one = whole.tables[0];
  one.threads = 1;
  one.constructs.clear();
  whole.tables.insert(whole.tables.begin(), one);
  Ledger part = partOf(whole, {"loop"}).value();
  part.tables.erase(part.tables.begin());
  std::string text = partText({whole, part, "a.c:12"}, {});
  CHECK_THAT(text, Contains("At p = 1 nothing of it was executed."));
  CHECK_THAT(text, Contains("p = 2") && !Contains("p = 1  "));
}

TEST_CASE("a part with more time than the program is explained") {
  Ledger whole = nested();
  Ledger part = partOf(whole, {"region", "loop"}).value();
  CHECK_THAT(partText({whole, part, "a.c:10"}, {}), !Contains("more time than"));
  whole.tables[0].parallel_time = {0.9, 0.9, 0.9};
  CHECK_THAT(partText({whole, part, "a.c:10"}, {}), Contains("more time than the program"));
}

TEST_CASE("a table of an earlier version has no time of constructs") {
  Ledger whole = nested();
  whole.tables[0].constructs[1].time_s.reset();
  CHECK(partOf(whole, {"region"}).ok());
  Result<Ledger> part = partOf(whole, {"region", "loop"});
  REQUIRE_FALSE(part.ok());
  CHECK_THAT(part.error().next, Contains("results folder"));
}

TEST_CASE("foreign text in a part drives no terminal and is no markup") {
  Ledger whole = ledgerWith({constructAt("1", {"a<b>\x1b[31m.c", 3, 1, 5, "f|g`"})});
  Ledger part = partOf(whole, {"1"}).value();
  ShownPart shown{whole, part, "\x1b[2J|x"};
  CHECK(partText(shown, {}).find('\x1b') == std::string::npos);
  std::string markdown = partMarkdown(shown, {});
  CHECK(markdown.find('\x1b') == std::string::npos);
  CHECK(markdown.find("a<b>") == std::string::npos);
  CHECK_THAT(partCsv(shown, {}), !Contains("\x1b"));
}
