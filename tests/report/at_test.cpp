// SPDX-License-Identifier: Apache-2.0
// One part of the program: what a place selects, and that the part and the rest are the whole.
#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/report/at_part.h"
#include "analyzer/report/at_place.h"
#include "analyzer/report/at_report.h"
#include "analyzer/report/page.h"
#include "analyzer/report/parts.h"
#include "base/text.h"
#include "catch.hpp"

#include <map>
#include <random>

using namespace tare;
using Catch::Contains;

namespace {

using Ids = std::set<std::string>;

struct At {
  std::string file;
  int line = 0, column = 1, end_line = 0;
  std::string function = "main";
  std::string region = {}; // id of the one around it
};

ConstructLines constructAt(const std::string &id, const At &at) {
  ConstructLines construct;
  construct.id = id;
  construct.kind = construct.directive = "for";
  construct.file = at.file;
  construct.line = at.line;
  construct.column = at.column;
  construct.end_line = at.end_line ? at.end_line : at.line;
  construct.function = at.function;
  construct.region = at.region;
  construct.instances = 1;
  construct.time_s = 0.5;
  construct.overheads = {{std::string(category::load_imbalance), {0.125, 0, 0.25}, {}}};
  return construct;
}

/// One table whose program has what its constructs have, and one second beside them.
Ledger ledgerWith(std::vector<ConstructLines> constructs) {
  Ledger ledger;
  ledger.program = "p";
  ledger.reference = "serial";
  Table table;
  table.threads = 2;
  table.constructs = std::move(constructs);
  double count = static_cast<double>(table.constructs.size());
  table.overheads = {{std::string(category::load_imbalance), {0.125 * count, 0, 0.25 * count}, {}},
                     {std::string(category::unidentified), {0, 0, 0}, {}}};
  double parallel_s = 0.5 * count + 1, overhead_s = 0.125 * count;
  table.parallel_time = {parallel_s, parallel_s, parallel_s};
  table.total_overhead = {overhead_s, overhead_s, overhead_s};
  table.ideal_time = {parallel_s - overhead_s, parallel_s - overhead_s, parallel_s - overhead_s};
  table.serial_time = table.ideal_time;
  ledger.tables.push_back(std::move(table));
  return ledger;
}

/// Two functions: a region of solve with a loop and a single in it, and a critical that only that
/// region calls; and a region of a header.
Ledger nested() {
  return ledgerWith({constructAt("region", {"src/a.c", 10, 1, 20, "solve"}),
                     constructAt("loop", {"src/a.c", 12, 3, 15, "solve", "region"}),
                     constructAt("single", {"src/a.c", 17, 3, 18, "solve", "region"}),
                     constructAt("critical", {"src/a.c", 4, 3, 5, "add", "region"}),
                     constructAt("outer loop", {"src/a.c", 30, 3, 40, "ns::run"}),
                     constructAt("inner loop", {"src/a.c", 32, 5, 34, "ns::run"}),
                     constructAt("of header", {"include/t.h", 12, 1, 14, "Tree<int, 2>::walk"}),
                     constructAt("of header, too", {"include/t.h", 12, 1, 14, "Tree<T>::walk"})});
}

Result<Ids> idsAt(const Ledger &ledger, const std::string &text) {
  TARE_TRY(AtPlace place, readAtPlace(text));
  return constructsAt(ledger, place);
}

Ids at(const std::string &text) {
  Ledger ledger = nested();
  Result<Ids> ids = idsAt(ledger, text);
  INFO(text << ": " << (ids.ok() ? "" : ids.error().text()));
  REQUIRE(ids.ok());
  return ids.value();
}

std::string wrongAt(const std::string &text, const Ledger &ledger = nested()) {
  Result<Ids> ids = idsAt(ledger, text);
  INFO(text);
  REQUIRE_FALSE(ids.ok());
  CHECK(ids.error().place == text);
  return ids.error().message + "; " + ids.error().next;
}

} // namespace

TEST_CASE("a line selects what begins there, and what lies inside by text and by calls") {
  CHECK(at("src/a.c:10") == Ids{"region", "loop", "single", "critical"});
  CHECK(at("src/a.c:12") == Ids{"loop"});
  CHECK(at("src/a.c:4") == Ids{"critical"});
  CHECK(at("src/a.c:30") == Ids{"outer loop", "inner loop"}); // no region: by text alone
}

TEST_CASE("a range selects what begins in it, whole") {
  CHECK(at("src/a.c:12-17") == Ids{"loop", "single"});
  CHECK(at("src/a.c:29-30") == Ids{"outer loop", "inner loop"});
  CHECK(at("src/a.c:1-10") == Ids{"critical", "region", "loop", "single"});
  CHECK(at("src/a.c:1-99").size() == 6);
}

TEST_CASE("a file may be named by the end of its path, or from a folder around it") {
  for (const char *name :
       {"src/a.c:12", "a.c:12", "./src/a.c:12", "/home/me/p/src/a.c:12", "src//a.c:12", " a.c:12 "})
    CHECK(at(name) == Ids{"loop"});
  CHECK_THAT(wrongAt("rc/a.c:12"), Contains("no construct") && Contains("src/a.c"));
}

TEST_CASE("of several files with one name all are named and none is taken") {
  Ledger ledger = ledgerWith({constructAt("1", {"x/a.c", 3}), constructAt("2", {"y/a.c", 3})});
  CHECK_THAT(wrongAt("a.c:3", ledger), Contains("x/a.c, y/a.c") && Contains("more of the path"));
  CHECK(idsAt(ledger, "y/a.c:3").value() == Ids{"2"});
  ledger = ledgerWith({constructAt("1", {"x/a.c", 3}), constructAt("2", {"a.c", 3})});
  CHECK(idsAt(ledger, "a.c:3").value() == Ids{"2"}); // it is called exactly so
}

TEST_CASE("a function selects its constructs and what they hold, with or without scopes") {
  CHECK(at("solve") == Ids{"region", "loop", "single", "critical"});
  CHECK(at("add") == Ids{"critical"});
  for (const char *name : {"ns::run", "run"})
    CHECK(at(name) == Ids{"outer loop", "inner loop"});
  for (const char *name : {"walk", "Tree::walk"}) // all instances of a template are one function
    CHECK(at(name) == Ids{"of header", "of header, too"});
  CHECK(at("Tree<int, 2>::walk") == Ids{"of header"});
}

TEST_CASE("of several functions with one name all are named and none is taken") {
  Ledger ledger = ledgerWith(
      {constructAt("1", {"a.c", 3, 1, 5, "A::go"}), constructAt("2", {"b.c", 3, 1, 5, "B::go"})});
  CHECK_THAT(wrongAt("go", ledger), Contains("A::go (a.c), B::go (b.c)"));
  CHECK(idsAt(ledger, "B::go").value() == Ids{"2"});
  ledger.tables[0].constructs[0].function = "go";
  CHECK(idsAt(ledger, "go").value() == Ids{"1"}); // it is called exactly so
  ledger.tables[0].constructs[1].function = "go"; // static functions of two files
  CHECK_THAT(wrongAt("go", ledger), Contains("go (a.c), go (b.c)") && Contains("FILE:LINE"));
}

TEST_CASE("the names of operators hold no template arguments") {
  Ledger ledger = ledgerWith({constructAt("1", {"a.c", 3, 1, 5, "V::operator<"}),
                              constructAt("2", {"a.c", 9, 1, 9, "V<int>::operator<<"}),
                              constructAt("3", {"a.c", 12, 1, 12, "V::operator->"})});
  CHECK(idsAt(ledger, "V::operator<").value() == Ids{"1"});
  CHECK(idsAt(ledger, "operator<<").value() == Ids{"2"});
  CHECK(idsAt(ledger, "operator->").value() == Ids{"3"});
}

TEST_CASE("where nothing begins the nearest names are told") {
  CHECK_THAT(wrongAt("a.c:13"), Contains("the nearest are src/a.c:12 (for), src/a.c:10 (for)"));
  CHECK_THAT(wrongAt("a.c:41-50"), Contains("src/a.c:32"));
  CHECK_THAT(wrongAt("b.c:13"), Contains("src/a.c"));
  CHECK_THAT(wrongAt("slove"), Contains("the nearest are solve"));
  CHECK_THAT(wrongAt("Solve"), Contains("solve"));
  CHECK_THAT(wrongAt("a.c"), Contains("a.c:4") && Contains("lines"));
  CHECK_THAT(wrongAt("main", ledgerWith({})), Contains("no construct was executed"));
}

TEST_CASE("what is no place is refused with the forms that there are") {
  for (const char *text : {"", ":5", "a.c:0", "a.c:5-", "a.c:-5", "a.c:7-5", "a.c:5-6-7",
                           "a.c:99999999999", "a.c:-"}) {
    Result<AtPlace> place = readAtPlace(text);
    INFO(text);
    REQUIRE_FALSE(place.ok());
    CHECK_THAT(place.error().next, Contains("FILE:LINE-LINE"));
  }
  CHECK(readAtPlace("ns::f").value().function == "ns::f");
  CHECK(readAtPlace("C:/a.c:7").value().file == "C:/a.c");
  CHECK(readAtPlace("a:b.c:7-9").value().last == 9);
}

TEST_CASE("a construct is found in the tables that have it, with what any of them knows") {
  Ledger ledger = nested();
  Table one = ledger.tables[0];
  one.threads = 1;
  std::erase_if(one.constructs, [](const ConstructLines &c) { return c.id == "loop"; });
  for (ConstructLines &construct : one.constructs)
    construct.region.clear();
  ledger.tables.insert(ledger.tables.begin(), one);
  CHECK(idsAt(ledger, "a.c:10").value() == Ids{"region", "loop", "single", "critical"});
}

TEST_CASE("nesting by recursion ends") {
  Ledger ledger = ledgerWith({constructAt("1", {"a.c", 3, 1, 5, "f", "2"}),
                              constructAt("2", {"a.c", 9, 1, 12, "g", "1"})});
  CHECK(idsAt(ledger, "f").value() == Ids{"1", "2"});
}

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
