// SPDX-License-Identifier: Apache-2.0
// Which rows become ranges.
#include "analyzer/ledger/void_rows.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/ledger_json.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/ledger/reliability.h"
#include "catch.hpp"
#include "sample_ledger.h"

using namespace tare;

namespace {

/// T_p = 1 s; half bands of `half` for all rows.
Table tableOf(const std::vector<std::pair<std::string_view, double>> &rows, double half = 0.005) {
  Table table;
  table.threads = 2;
  table.parallel_time = {1, 0.99, 1.01};
  table.total_overhead = {0.5, 0.49, 0.51};
  for (const auto &[category, time_s] : rows)
    table.overheads.push_back(
        {std::string(category), {time_s, time_s - half, time_s + half}, {}});
  return table;
}

const LedgerLine &row(const Table &table, std::string_view category) {
  return *lineOf(table.overheads, category);
}

} // namespace

TEST_CASE("while little is unexplained every row is a figure") {
  Table table = tableOf({{category::locks, 0.6}, {category::unidentified, -0.04}});
  markVoidRows(table);
  CHECK_FALSE(row(table, category::locks).is_void);
  CHECK(table.notes.empty());
  table = tableOf({{category::locks, 0.6}, {category::unidentified, -0.09}}, 0.095);
  markVoidRows(table); // it is within its band
  CHECK_FALSE(row(table, category::locks).is_void);
  CHECK(row(table, category::unidentified).is_void); // it may be nothing
}

TEST_CASE("much unexplained time turns large rows into ranges, and rows of work of any size") {
  Table table = tableOf({{category::locks, 1.2},
                         {category::load_imbalance, 0.01},
                         {category::fork_join, 0.15},
                         {category::unparallelised, 0.3},
                         {category::instruction_level, 0.02},
                         {category::unidentified, -0.4}});
  markVoidRows(table);
  CHECK(row(table, category::locks).is_void);
  CHECK(row(table, category::locks).time.low_s == Approx(0.8));
  CHECK(row(table, category::locks).time.high_s == Approx(1.205));
  CHECK_FALSE(row(table, category::load_imbalance).is_void); // it cannot be 40 % too high
  CHECK(row(table, category::fork_join).is_void);
  CHECK(row(table, category::fork_join).time.low_s == 0); // a wait is never below 0
  CHECK_FALSE(row(table, category::unparallelised).is_void);
  CHECK(row(table, category::instruction_level).is_void);
  CHECK(row(table, category::instruction_level).time.low_s == Approx(-0.38));
  CHECK_FALSE(row(table, category::unidentified).is_void);
  REQUIRE(table.notes.size() == 1);
  CHECK(table.notes[0].rule == "void-rows");
}

TEST_CASE("a row with a band wider than a fifth of T_p is a range, unexplained too") {
  Table table = tableOf({{category::locks, 0.4}, {category::unidentified, 0.01}}, 0.11);
  markVoidRows(table);
  CHECK(row(table, category::locks).is_void);
  CHECK(row(table, category::unidentified).is_void);
  CHECK(row(table, category::locks).time.low_s == Approx(0.29));
}

TEST_CASE("constructs have their part of the range") {
  Table table = tableOf({{category::locks, 0.8}, {category::unidentified, -0.4}});
  ConstructLines construct;
  construct.overheads = {{std::string(category::locks), {0.2, 0.19, 0.21}, {}}};
  table.constructs = {construct};
  markVoidRows(table);
  const LedgerLine &part = table.constructs[0].overheads[0];
  CHECK(part.is_void);
  CHECK(part.time.low_s == Approx(0.1));
  CHECK(part.time.high_s == Approx(0.21));
}

TEST_CASE("a quarter of T_p unexplained is not reliable, with one repetition too") {
  Table table = tableOf({{category::locks, 0.4}, {category::unidentified, -3.69}}, 0);
  table.parallel_time = {1, 1, 1};
  table.total_overhead = {0.5, 0.5, 0.5};
  REQUIRE(unreliabilityOf(table));
  CHECK(unreliabilityOf(table)->reason() == "369.0 % of T_p is unexplained (limit 25.0 %)");
  table = tableOf({{category::unidentified, 0.24}});
  CHECK_FALSE(isUnreliable(table));
}

TEST_CASE("JSON keeps which rows are void") {
  Ledger ledger = sampleLedger();
  ledger.tables.back().overheads.front().is_void = true;
  Result<Ledger> read = readLedger(writeLedger(ledger));
  REQUIRE(read.ok());
  CHECK(read.value().tables.back().overheads.front().is_void);
  CHECK_FALSE(read.value().tables.back().overheads.back().is_void);
}

TEST_CASE("a reference that had further threads is none, unless they did little") {
  Table table = tableOf({{category::instruction_level, 0.4}, {category::unidentified, 0}}, 0);
  table.threads = 4;
  table.parallel_time = {1, 1, 1};
  table.reference_further_threads_s = 1.1; // T_s / 4 may be too small by 0.275 s
  REQUIRE(unreliabilityOf(table));
  CHECK(unreliabilityOf(table)->figure == Unreliability::Figure::Reference);
  CHECK(unreliabilityOf(table)->share == Approx(0.275));
  table.reference_further_threads_s = 0.9;
  CHECK_FALSE(isUnreliable(table));
}
