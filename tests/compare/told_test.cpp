// SPDX-License-Identifier: Apache-2.0
// Lines that two experiments do not tell alike: nothing that only moved between lines is growth.
#include "catch.hpp"
#include "judged.h"

#include <algorithm>

using namespace tare;
using namespace tare::test;
using Catch::Contains;

namespace {

using Lines = std::vector<LedgerLine>;

/// Hardware counters: half of the work rate was data access.
Ledger withCounters(Ledger ledger) {
  auto part = [](std::vector<LedgerLine> &lines) {
    for (size_t i = 0; i < lines.size(); ++i)
      if (lines[i].category == category::work_rate) {
        for (double &value : lines[i].repetitions_s)
          value /= 2;
        lines[i].time = {lines[i].time.time_s / 2, 0, 0};
        lines.push_back(lines[i]);
        lines.back().category = category::data_access;
        return;
      }
  };
  part(ledger.tables[0].overheads);
  for (ConstructLines &construct : ledger.tables[0].constructs)
    part(construct.overheads);
  return ledger;
}

} // namespace

TEST_CASE("an overhead that cannot be told leaves its gate open, and only that one") {
  FakeWeigher weigher(1, {.line = 0.003});
  Ledger base = weigher.weigh(usualProgram()), head = weigher.weigh(usualProgram());
  for (const char *gate : {"data_access > 5%", "data_access@first > 5%"}) {
    GateResult result = judgedAs(gate, base, head);
    CHECK(result.verdict == GateVerdict::Open);
    CHECK_THAT(result.reason, Contains("cannot be known") && Contains("hardware counters"));
  }
  CHECK(judgedAs("instruction_level > 5%", base, head).verdict == GateVerdict::Open);
  CHECK(judgedAs("implementation > 5%", base, head).verdict == GateVerdict::Passed);
  CHECK(judgedAs("task_creation > 5%", base, head).verdict == GateVerdict::Passed);
  CHECK(judgedAs("any > 5%", base, head).verdict == GateVerdict::Passed);
  base.reference = head.reference = "omp_1";
  CHECK_THAT(judgedAs("implementation > 5%", base, head).reason, Contains("by definition"));
  base.reference = head.reference = "none";
  CHECK_THAT(judgedAs("work_rate > 5%", base, head).reason, Contains("no reference"));
  CHECK(judgedAs("locks > 5%", base, head).verdict == GateVerdict::Passed);
}

TEST_CASE("counters on one side only are no growth of data access, nor a gain of the work rate") {
  FakeWeigher weigher(1, {.line = 0.002});
  FakeProgram program = usualProgram();
  program.constructs[0].lines[1].second = 0.2;
  Ledger base = weigher.weigh(program), plain = weigher.weigh(program);
  Ledger counted = withCounters(plain);
  for (bool swap : {false, true}) {
    const Ledger &b = swap ? counted : base, &h = swap ? base : counted;
    Comparison comparison = compareLedgers(b, h).value();
    CHECK(reportedChanges(comparison.tables[0]).empty());
    REQUIRE(comparison.remarks.size() == 1);
    CHECK_THAT(comparison.remarks[0], Contains(swap ? "only BASE" : "only HEAD"));
    CHECK(judgedAs("any > 5%", b, h).verdict == GateVerdict::Passed);
    CHECK(judgedAs("data_access > 5%", b, h).verdict == GateVerdict::Open);
  }
  Ledger both = withCounters(base);
  CHECK(judgedAs("data_access > 5%", both, counted).verdict == GateVerdict::Passed);
  CHECK(compareLedgers(both, counted).value().remarks.empty());
}

namespace {

LedgerLine *lineIn(Lines &lines, std::string_view category) {
  auto found = std::ranges::find(lines, category, &LedgerLine::category);
  return found == lines.end() ? nullptr : &*found;
}

/// A program whose OpenMP version computes more: in one loop, and on average `more` of T_p.
FakeProgram withAdditional(double more) {
  FakeProgram program = usualProgram();
  program.constructs[2].lines.back().second = more;
  return program;
}

/// The program with its pragmas ignored was as fast as the serial one: the compiler did it all.
Ledger withIgnored(Ledger ledger) {
  auto move = [](Lines &lines) {
    LedgerLine *from = lineIn(lines, category::additional_computation);
    LedgerLine *to = lineIn(lines, category::instruction_level);
    if (from && to)
      std::swap(from->category, to->category);
    else if (from)
      from->category = category::instruction_level;
  };
  move(ledger.tables[0].overheads);
  for (ConstructLines &construct : ledger.tables[0].constructs)
    move(construct.overheads);
  return ledger;
}

/// No serial program with probes: additional computation has no places.
Ledger withoutPlaces(Ledger ledger) {
  for (ConstructLines &construct : ledger.tables[0].constructs)
    std::erase_if(construct.overheads, [](const LedgerLine &line) {
      return line.category == category::additional_computation;
    });
  return ledger;
}

} // namespace

TEST_CASE("pragmas ignored on one side only move nothing: both parts are compared as one line") {
  FakeWeigher weigher(1, {.line = 0.002});
  Ledger base = weigher.weigh(withAdditional(0.15)), plain = weigher.weigh(withAdditional(0.15));
  Ledger ignored = withIgnored(plain);
  for (bool swap : {false, true}) {
    const Ledger &b = swap ? ignored : base, &h = swap ? base : ignored;
    Comparison comparison = compareLedgers(b, h).value();
    CHECK(reportedChanges(comparison.tables[0]).empty());
    REQUIRE(comparison.remarks.size() == 1);
    CHECK_THAT(comparison.remarks[0], Contains(swap ? "only BASE" : "only HEAD") &&
                                          Contains("part of the extra code in this"));
    CHECK(judgedAs("any > 5%", b, h).verdict == GateVerdict::Passed);
    CHECK(judgedAs("instruction_level > 5%", b, h).verdict == GateVerdict::Open);
  }
  Ledger grown = weigher.weigh(withAdditional(0.3));
  CHECK(judgedAs("any > 5%", ignored, grown).verdict == GateVerdict::Failed);
  CHECK(judgedAs("implementation@third > 5%", ignored, grown).verdict == GateVerdict::Failed);
}

TEST_CASE("places on one side only are no growth there, and the whole program's line is compared") {
  FakeWeigher weigher(1, {.line = 0.002});
  Ledger base = withoutPlaces(weigher.weigh(withAdditional(0.15)));
  Ledger placed = weigher.weigh(withAdditional(0.15)), grown = weigher.weigh(withAdditional(0.3));
  placed.tables[0].pairing = grown.tables[0].pairing = PairingCoverage{3, 0, 0, 1};
  for (bool swap : {false, true}) {
    const Ledger &b = swap ? placed : base, &h = swap ? base : placed;
    Comparison comparison = compareLedgers(b, h).value();
    CHECK(reportedChanges(comparison.tables[0]).empty());
    REQUIRE_FALSE(comparison.remarks.empty());
    CHECK_THAT(comparison.remarks[0],
               Contains("with probes in its serial program") && Contains("not at constructs"));
    CHECK(judgedAs("any > 5%", b, h).verdict == GateVerdict::Passed);
    CHECK(judgedAs("implementation > 5%", b, h).verdict == GateVerdict::Passed);
    CHECK(judgedAs("implementation@third > 5%", b, h).verdict == GateVerdict::Open);
  }
  CHECK(judgedAs("implementation > 5%", base, grown).verdict == GateVerdict::Failed);
  // What has no counterpart went out of the line: the program's is not the other side's either.
  grown.tables[0].unidentified_parts.unpaired_s = 0.1 * grown.tables[0].parallel_repetitions_s[0];
  CHECK(judgedAs("implementation > 5%", base, grown).verdict == GateVerdict::Open);
}

TEST_CASE("plans that left out different constructs leave the gates of overheads open") {
  FakeWeigher weigher(1, {.line = 0.002});
  Ledger base = weigher.weigh(usualProgram()), head = weigher.weigh(usualProgram());
  Table &table = head.tables[0];
  std::string id = table.constructs[1].id;
  for (Lines *lines : {&table.overheads, &table.constructs[0].overheads})
    for (double &value : lineIn(*lines, category::load_imbalance)->repetitions_s)
      value += 0.1 * table.parallel_repetitions_s[0]; // what the lock took before
  head.coverage.unprobed.push_back({.id = id, .kind = "for", .file = "x.c"});
  table.constructs.erase(table.constructs.begin() + 1);
  for (const char *gate : {"any > 5%", "load_imbalance > 5%", "locks@second > 5%"}) {
    GateResult result = judgedAs(gate, base, head);
    CHECK(result.verdict == GateVerdict::Open);
    CHECK_THAT(result.reason, Contains("plans left out different constructs"));
  }
  for (const char *gate : {"time > 5%", "total > 5%"})
    CHECK(judgedAs(gate, base, head).verdict == GateVerdict::Passed);
  base.coverage.unprobed = head.coverage.unprobed;
  CHECK(judgedAs("load_imbalance > 5%", base, head).verdict == GateVerdict::Failed);
}

TEST_CASE("a line of one side only is no growth from nothing, and it is said") {
  FakeWeigher weigher(1, {.line = 0.002});
  FakeProgram program = usualProgram();
  program.constructs[0].lines.push_back({"later.category", 0.2});
  Ledger base = weigher.weigh(usualProgram()), head = weigher.weigh(program);
  Comparison comparison = compareLedgers(base, head).value();
  CHECK(reportedChanges(comparison.tables[0]).empty());
  REQUIRE(comparison.remarks.size() == 1);
  CHECK_THAT(comparison.remarks[0], Contains("later.category") && Contains("not compared"));
  CHECK(judgedAs("any > 5%", base, head).verdict == GateVerdict::Passed);
}
