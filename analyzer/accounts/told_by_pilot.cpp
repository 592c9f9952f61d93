// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/told_by_pilot.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

namespace tare {

namespace {

/// Of what probes are said to cost, as everywhere (anchor.cpp).
double doubtOfCosts(const ObservedCost &cost) {
  constexpr double least_doubt = 0.05, most_doubt = 1;
  double half = cost.direct > 0 ? (cost.high - cost.low) / 2 / cost.direct : most_doubt;
  return std::clamp(half, least_doubt, most_doubt);
}

using Lines = std::vector<Ticks>;

const Lines &linesAt(const RepetitionAccount &account, int key) {
  static const Lines none;
  auto found = account.at.find(key);
  return found == account.at.end() ? none : found->second;
}

Ticks at(const Lines &lines, size_t line) { return line < lines.size() ? lines[line] : 0; }

/// `run`: by how much the runs differ, `costs`: of what was taken out for probes, both as parts.
struct Doubt {
  double run = 0, costs = 0;
  Lines of(const Lines &told, const Lines &bare, const Lines &raw) const {
    Lines doubt;
    for (size_t i = 0; i < std::max({told.size(), bare.size(), raw.size()}); ++i) {
      auto by_run = static_cast<double>(std::abs(at(told, i) - at(bare, i)));
      auto by_costs = static_cast<double>(std::abs(at(told, i) - at(raw, i)));
      doubt.push_back(std::llround(run * by_run + costs * by_costs));
    }
    return doubt;
  }
};

} // namespace

void ToldByPilot::tellMany(RunBalance &many) {
  many_ = many;
  if (repetition_.pilot)
    planned_ =
        tellPlannedOut(*repetition_.pilot->profile, *teamsOf(*repetition_.pilot), keys_, many);
}

void ToldByPilot::tellOne(RunBalance &one) {
  one_ = one;
  if (repetition_.pilot && repetition_.pilot_one)
    planned_one_ = tellPlannedOut(*repetition_.pilot_one->profile, *teamsOf(*repetition_.pilot_one),
                                  keys_, one);
}

/// `measured`: told by the pilot as it was measured, probes and all; else by nobody.
std::set<int> ToldByPilot::known() const {
  std::set<int> known = planned_.known;
  if (repetition_.one)
    std::erase_if(known, [&](int key) { return !planned_one_.known.contains(key); });
  return known;
}

Result<RepetitionAccount> ToldByPilot::closeWith(const Balances &balances, bool measured) const {
  Balances other = balances;
  if (!measured)
    other.known.clear();
  other.many = many_;
  if (planned_one_.any)
    other.one = one_;
  if (measured) {
    tellPlannedOut(*repetition_.pilot->measured, *teamsOf(*repetition_.pilot), keys_, other.many);
    if (planned_one_.any) {
      const InstrumentedRun &one = *repetition_.pilot_one;
      tellPlannedOut(one.measured ? *one.measured : *one.profile, *teamsOf(one), keys_, other.one);
    }
  }
  return closeBalances(other);
}

Result<void> ToldByPilot::addDoubt(const Balances &balances, RepetitionAccount &account) const {
  account.told_by_pilot = planned_.told;
  if (!planned_.any)
    return {};
  TARE_TRY(RepetitionAccount bare, closeWith(balances, false));
  TARE_TRY(RepetitionAccount raw,
           repetition_.pilot->measured ? closeWith(balances, true) : account);
  Doubt doubt{planned_.told > 0 ? std::min(1.0, static_cast<double>(planned_.apart) /
                                                    static_cast<double>(planned_.told))
                                : 1,
              doubtOfCosts(repetition_.pilot->observed)};
  account.doubt = doubt.of(account.totals, bare.totals, raw.totals);
  std::set<int> keys;
  for (const RepetitionAccount *each : {&account, &bare, &raw})
    for (const auto &[key, lines] : each->at)
      keys.insert(key);
  for (int key : keys)
    account.doubt_at[key] = doubt.of(linesAt(account, key), linesAt(bare, key), linesAt(raw, key));
  return {};
}

} // namespace tare
