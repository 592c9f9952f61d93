// SPDX-License-Identifier: Apache-2.0
// Gates on recorded runs: 60 repetitions of a program as it is, and of one whose load imbalance is
// larger by 30 % of T_p (tests/compare/recorded/uneven.c), on a machine at rest and beside four
// busy loops on two cores. Experiments of a few repetitions are drawn from them.
#include "analyzer/compare/verdict.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/ledger_json.h"
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
    std::vector<size_t> all(known);
    std::iota(all.begin(), all.end(), size_t(0));
    std::ranges::shuffle(all, random);
    std::vector<size_t> one(all.begin(), all.begin() + static_cast<long>(repetitions));
    std::vector<size_t> other(all.end() - static_cast<long>(repetitions), all.end());
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

} // namespace

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
      CHECK(grown.failed >= each * 9 / 10);
      CHECK(same.failed <= each / 100);
    }
  }
}
