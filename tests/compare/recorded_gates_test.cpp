// SPDX-License-Identifier: Apache-2.0
// Gates on recorded runs: 60 repetitions of a program as it is, and of one whose load imbalance is
// larger by 30 % of T_p (tests/compare/recorded/uneven.c), on a machine at rest and beside four
// busy loops on two cores. Experiments of a few repetitions are drawn from them.
#include "analyzer/compare/verdict.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/ledger_json.h"
#include "analyzer/ledger/reliability.h"
#include "analyzer/tables/statistics.h"
#include "base/files.h"
#include "catch.hpp"

#include <algorithm>
#include <numeric>
#include <random>

using namespace tare;

namespace {

Ledger recorded(const std::string &name) {
  Result<std::string> text = readFile(TARE_RECORDED "/" + name + ".json");
  REQUIRE(text.ok());
  Result<Ledger> ledger = readLedger(text.value());
  REQUIRE(ledger.ok());
  return ledger.value();
}

std::vector<double> picked(const std::vector<double> &values, const std::vector<size_t> &which) {
  std::vector<double> few;
  for (size_t i : which)
    if (i < values.size())
      few.push_back(values[i]);
  return few;
}

/// The experiment as if only these repetitions had been made.
Ledger drawn(Ledger ledger, const std::vector<size_t> &which) {
  Table &table = ledger.tables.front();
  for (LedgerLine &line : table.overheads)
    line.repetitions_s = picked(line.repetitions_s, which);
  table.parallel_repetitions_s = picked(table.parallel_repetitions_s, which);
  table.serial_repetitions_s = picked(table.serial_repetitions_s, which);
  table.repetitions.resize(which.size());
  table.repetitions_accepted = static_cast<int>(which.size());
  return ledger;
}

/// Two lists of random repetitions that have none in common.
std::pair<std::vector<size_t>, std::vector<size_t>> twoDraws(size_t known, size_t each,
                                                             std::mt19937 &random) {
  std::vector<size_t> all(known);
  std::iota(all.begin(), all.end(), size_t(0));
  std::ranges::shuffle(all, random);
  return {{all.begin(), all.begin() + static_cast<long>(each)},
          {all.end() - static_cast<long>(each), all.end()}};
}

struct Verdicts {
  int failed = 0, open = 0, passed = 0;
};

/// `each` gates between experiments of `repetitions` runs; no repetition is in both.
Verdicts judged(const Ledger &base, const Ledger &head, const std::string &gate, int each,
                size_t repetitions) {
  std::mt19937 random(20261127);
  Verdicts verdicts;
  size_t known = std::min(base.tables.front().parallel_repetitions_s.size(),
                          head.tables.front().parallel_repetitions_s.size());
  REQUIRE(known >= 2 * repetitions);
  for (int i = 0; i < each; ++i) {
    auto [one, other] = twoDraws(known, repetitions, random);
    Comparison comparison = compareLedgers(drawn(base, one), drawn(head, other)).value();
    switch (evaluateGate(parseGate(gate).value(), comparison).verdict) {
    case GateVerdict::Failed:
      ++verdicts.failed;
      break;
    case GateVerdict::Open:
      ++verdicts.open;
      break;
    case GateVerdict::Passed:
      ++verdicts.passed;
      break;
    }
  }
  return verdicts;
}

/// T_p and the total overhead with their bands, as a table of these repetitions has them.
Table banded(Table table) {
  RepetitionStatistics statistics(table.parallel_repetitions_s);
  table.parallel_time = statistics.mean(table.parallel_repetitions_s);
  std::vector<double> overheads;
  for (size_t i = 0; i < table.parallel_repetitions_s.size(); ++i)
    overheads.push_back(table.parallel_repetitions_s[i] -
                        table.serial_repetitions_s[i] / table.threads);
  table.total_overhead = statistics.mean(overheads);
  return table;
}

struct Reliability {
  int reliable = 0, wrong = 0; // wrong: called reliable, and T_p is another one by a quarter
};

Reliability reliabilityOfDraws(const Ledger &ledger, int each, size_t repetitions) {
  std::mt19937 random(20261128);
  const std::vector<double> &all = ledger.tables.front().parallel_repetitions_s;
  double truth = RepetitionStatistics(all).mean(all).time_s;
  Reliability found;
  for (int i = 0; i < each; ++i) {
    auto [one, other] = twoDraws(all.size(), repetitions, random);
    Table table = banded(drawn(ledger, one).tables.front());
    if (isUnreliable(table))
      continue;
    ++found.reliable;
    found.wrong += std::abs(table.parallel_time.time_s - truth) > truth / 4;
  }
  return found;
}

} // namespace

TEST_CASE("reliability of recorded runs: what is called reliable is within a quarter of the truth") {
  constexpr int each = 500;
  for (std::string program : {"even", "uneven"})
    for (std::string weather : {"rest", "busy"}) {
      Reliability found = reliabilityOfDraws(recorded(program + "." + weather), each, 10);
      UNSCOPED_INFO(program << ", " << weather << ": " << found.reliable << " of " << each
                            << " experiments of 10 repetitions are reliable, " << found.wrong
                            << " of them wrong");
      CHECK(found.wrong * 20 <= found.reliable);
    }
}

TEST_CASE("2,000 gates on recorded runs: growth fails them, no growth does not") {
  for (std::string weather : {"rest", "busy"}) {
    Ledger even = recorded("even." + weather), uneven = recorded("uneven." + weather);
    for (std::string gate : {"load imbalance > 5%", "time > 5%"}) {
      constexpr int each = 250;
      Verdicts grown = judged(even, uneven, gate, each, 10);
      Verdicts same = judged(even, even, gate, each, 10);
      UNSCOPED_INFO(weather << ", " << gate << ": of growth " << grown.failed << " failed, "
                            << grown.open << " open; without " << same.failed << " failed, "
                            << same.open << " open, of " << each);
      CHECK(grown.passed == 0);
      // Beside other programs T_p itself is too wide: such gates stay open, and say so.
      bool is_told = weather == "rest" || gate != "time > 5%";
      CHECK((!is_told || grown.failed >= each * 9 / 10));
      CHECK(same.failed <= each / 100);
    }
  }
}
