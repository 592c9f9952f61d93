// SPDX-License-Identifier: Apache-2.0
#include "analyzer/compare/compare.h"
#include "catch.hpp"
#include "fake_ledger.h"

using namespace tare;
using namespace tare::test;

namespace {

Comparison compared(const Ledger &base, const Ledger &head) {
  Result<Comparison> comparison = compareLedgers(base, head);
  REQUIRE(comparison.ok());
  return comparison.value();
}

/// "locks", or "locks second" at a construct, of every reported change.
std::vector<std::string> reported(const Comparison &comparison) {
  std::vector<std::string> names;
  for (const ComparedTable &table : comparison.tables)
    for (const Change *change : reportedChanges(table)) {
      std::string name = change->category.substr(change->category.rfind('.') + 1);
      if (change->site >= 0) {
        std::string id = table.sites[size_t(change->site)].shown().id;
        name += " " + id.substr(4, id.find('#', 4) - 4);
      }
      names.push_back(name);
    }
  return names;
}

/// The share grows at the construct, and T_p and T_s with it.
FakeProgram planted(std::string_view category, size_t construct, double share) {
  FakeProgram program = usualProgram();
  for (FakeConstruct &made : program.constructs)
    for (auto &[name, of] : made.lines)
      of /= 1 + share;
  for (auto &[name, of] : program.constructs[construct].lines)
    if (name == category)
      of += share / (1 + share);
  program.parallel_s *= 1 + share;
  return program;
}

/// Of 300 pairs of experiments with one program, the share in which anything is reported.
double falseAlarms(const Noise &noise, int repetitions = 5) {
  int alarms = 0;
  for (uint32_t seed = 1; seed <= 300; ++seed) {
    FakeWeigher weigher(seed, noise, repetitions);
    Ledger base = weigher.weigh(usualProgram()), head = weigher.weigh(usualProgram());
    alarms += !reported(compared(base, head)).empty();
  }
  return alarms / 300.0;
}

} // namespace

TEST_CASE("a change of known size is reported where it is, with the figure") {
  FakeWeigher weigher(1, {.line = 0.003});
  Ledger base = weigher.weigh(usualProgram());
  Comparison comparison = compared(base, weigher.weigh(planted(category::locks, 1, 0.1)));
  CHECK(reported(comparison) == std::vector<std::string>{"locks", "locks second"});
  const ComparedTable &table = comparison.tables[0];
  const Change *whole = reportedChanges(table)[0];
  CHECK(whole->share == Approx(0.1).margin(0.01));
  CHECK(whole->difference.low_s < 0.04);
  CHECK(whole->difference.high_s > 0.04);
  CHECK(table.parallel.change_s == Approx(0.04).margin(0.004));
}

TEST_CASE("what went is reported as negative, a new construct as growth from nothing") {
  FakeWeigher weigher(2, {.line = 0.003});
  FakeProgram without = usualProgram();
  without.constructs.erase(without.constructs.begin());
  Ledger base = weigher.weigh(usualProgram()), head = weigher.weigh(without);
  Comparison comparison = compared(base, head);
  REQUIRE(reported(comparison) ==
          std::vector<std::string>{"load_imbalance", "load_imbalance first"});
  const Change *gone = reportedChanges(comparison.tables[0])[1];
  CHECK(gone->share == Approx(-0.12).margin(0.01));
  CHECK_FALSE(comparison.tables[0].sites[size_t(gone->site)].head);
  Comparison back = compared(head, base);
  CHECK(reportedChanges(back.tables[0])[1]->share > 0.1);
}

TEST_CASE("a cost that moves from one construct to another is two changes and no growth") {
  FakeWeigher weigher(3, {.line = 0.003});
  FakeProgram moved = usualProgram();
  moved.constructs[0].lines[0].second -= 0.08;
  moved.constructs[2].lines.push_back({std::string(category::load_imbalance), 0.08});
  Comparison comparison = compared(weigher.weigh(usualProgram()), weigher.weigh(moved));
  CHECK(reported(comparison) ==
        std::vector<std::string>{"load_imbalance third", "load_imbalance first"});
}

TEST_CASE("less than the least effect is not reported, however certain") {
  FakeWeigher weigher(4, {.line = 0.0005}, 20);
  Comparison comparison =
      compared(weigher.weigh(usualProgram()), weigher.weigh(planted(category::locks, 1, 0.015)));
  CHECK(reported(comparison).empty());
}

TEST_CASE("equal programs: alarms stay rare, whatever the noise is like") {
  CHECK(falseAlarms({.line = 0.002}) <= 0.03);
  CHECK(falseAlarms({.line = 0.01}) <= 0.03);
  CHECK(falseAlarms({.line = 0.02}) <= 0.03);
  CHECK(falseAlarms({.line = 0.05}) <= 0.03);
  CHECK(falseAlarms({.line = 0.01}, 3) <= 0.03);
  CHECK(falseAlarms({.line = 0.01}, 12) <= 0.03);
  CHECK(falseAlarms({.line = 0.005, .common = 0.05}) <= 0.03);
  CHECK(falseAlarms({.line = 0.02, .heavy = true}) <= 0.03);
}

TEST_CASE("equal programs on a machine that changed speed between the experiments") {
  CHECK(falseAlarms({.line = 0.003, .drift = 0.03}) <= 0.03);
  CHECK(falseAlarms({.line = 0.003, .drift = 0.1}) <= 0.03);
  CHECK(falseAlarms({.line = 0.01, .common = 0.02, .drift = 0.05}) <= 0.03);
}

TEST_CASE("equal programs whose noise lasts from tuple to tuple") {
  CHECK(falseAlarms({.line = 0.01, .correlation = 0.2}) <= 0.03);
}

TEST_CASE("a plant of 5 % of T_p is found at its construct, with 5 repetitions a side") {
  int found = 0, elsewhere = 0;
  for (uint32_t seed = 1; seed <= 200; ++seed) {
    FakeWeigher weigher(seed, {.line = 0.012});
    Comparison comparison =
        compared(weigher.weigh(usualProgram()), weigher.weigh(planted(category::locks, 1, 0.05)));
    bool here = false, other = false;
    for (const std::string &name : reported(comparison)) {
      here |= name == "locks second";
      other |= name != "locks second" && name != "locks";
    }
    found += here;
    elsewhere += other;
  }
  CHECK(found >= 170);
  CHECK(elsewhere <= 10);
}

TEST_CASE("ledgers without values of repetitions give figures and no verdicts") {
  FakeWeigher weigher(5, {.line = 0.003});
  Ledger base = weigher.weigh(usualProgram()),
         head = weigher.weigh(planted(category::locks, 1, 0.2));
  for (Ledger *ledger : {&base, &head}) {
    Table &table = ledger->tables[0];
    table.parallel_time.time_s = table.parallel_repetitions_s[0];
    table.repetitions.clear();
    table.parallel_repetitions_s.clear();
    table.serial_repetitions_s.clear();
    for (LedgerLine &line : table.overheads)
      line.repetitions_s.clear();
    for (ConstructLines &construct : table.constructs)
      for (LedgerLine &line : construct.overheads)
        line.repetitions_s.clear();
  }
  Comparison comparison = compared(base, head);
  CHECK(reported(comparison).empty());
  for (const Change &change : comparison.tables[0].changes)
    CHECK_FALSE(change.tested);
  CHECK(comparison.tables[0].parallel.change_s > 0.05);
}

TEST_CASE("every p that both have is compared, and the others are said") {
  FakeWeigher weigher(6, {});
  FakeProgram four = usualProgram();
  four.threads = 4;
  Ledger base = weigher.weigh(usualProgram()), head = weigher.weigh(four);
  CHECK_FALSE(compareLedgers(base, head).ok());
  head.tables.push_back(weigher.weigh(usualProgram()).tables[0]);
  Comparison comparison = compared(base, head);
  REQUIRE(comparison.tables.size() == 1);
  CHECK(comparison.tables[0].threads == 2);
  CHECK(comparison.remarks == std::vector<std::string>{"p = 4 is on one side only, and not compared"});
}
