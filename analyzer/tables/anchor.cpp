// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/anchor.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/tables/statistics.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tare {

namespace {

constexpr size_t fewest_repetitions = 3;
constexpr double least_doubt = 0.05, most_doubt = 1;

/// The calibration's range: the least and the most that the probes can have cost.
struct Range {
  double low = 0, high = 0; // as parts of what they typically cost
  double half() const { return std::clamp((high - low) / 2, least_doubt, most_doubt); }
};

Range rangeOf(const std::vector<RepetitionAccount> &accounts) {
  ObservedCost sum;
  for (const RepetitionAccount &account : accounts) {
    sum.low += account.observed.low;
    sum.direct += account.observed.direct;
    sum.high += account.observed.high;
  }
  return sum.direct > 0 ? Range{sum.low / sum.direct, sum.high / sum.direct} : Range{0, 2};
}

size_t indexOf(std::string_view category) {
  const auto &all = allOverheads();
  auto found = std::ranges::find(all, category, &Overhead::category);
  return static_cast<size_t>(found - all.begin());
}

/// The part of a shift in the line of set-up, which is known to the tick.
Ticks setUpOf(const ProbeShift &shift) {
  return shift.totals.empty() ? 0 : shift.totals[indexOf(category::own_cost)];
}

/// By how many ticks the costs of the probes make the approximated run shorter.
Ticks takenByCosts(const ProbeShift &shift) {
  return shift.unidentified.agreement + setUpOf(shift);
}

/// The part of a shift that the costs of the probes decide. Set-up is none of it: it leaves its
/// line at any cost.
ProbeShift ofCosts(ProbeShift shift) {
  size_t set_up = indexOf(category::own_cost), rest = indexOf(category::unidentified);
  if (shift.totals.empty())
    return shift;
  shift.unidentified.agreement = takenByCosts(shift);
  shift.totals[rest] += std::exchange(shift.totals[set_up], 0);
  for (auto &[key, lines] : shift.at)
    if (set_up < lines.size())
      lines[set_up] = 0;
  return shift;
}

/// The instrumented run took longer than the plain program, and longer than rewriting explains. How
/// much of that was not taken out, as a part of what was.
Estimate missing(const std::vector<RepetitionAccount> &accounts) {
  std::vector<double> more, taken;
  for (const RepetitionAccount &account : accounts) {
    more.push_back(-share(account, account.unidentified.agreement));
    taken.push_back(share(account, takenByCosts(account.shift)));
  }
  return RepetitionStatistics(disturbances(accounts)).ratio(more, taken);
}

Ticks times(Ticks ticks, double factor) {
  return std::llround(static_cast<double>(ticks) * factor);
}

void addDoubt(const std::vector<Ticks> &shift, double part, std::vector<Ticks> &doubt) {
  doubt.resize(std::max(doubt.size(), shift.size()), 0);
  for (size_t line = 0; line < shift.size(); ++line)
    doubt[line] += times(std::abs(shift[line]), part);
}

/// Moves every line by `more` of its shift; `unidentified` takes the opposite.
void move(std::vector<Ticks> &lines, const std::vector<Ticks> &shift, double more) {
  size_t rest = indexOf(category::unidentified);
  for (size_t line = 0; line < std::min(lines.size(), shift.size()); ++line) {
    if (line == rest)
      continue;
    Ticks moved = times(shift[line], more);
    lines[line] += moved;
    lines[rest] -= moved;
  }
}

} // namespace

Anchor anchorOf(const std::vector<RepetitionAccount> &accounts, bool from_runs) {
  Range range = rangeOf(accounts);
  Anchor anchor{1, range.half(), 0};
  bool can_tell = from_runs && accounts.size() >= fewest_repetitions &&
                  std::ranges::all_of(accounts, [](const RepetitionAccount &a) {
                    return a.has_plain && takenByCosts(a.shift) > 0;
                  });
  if (!can_tell)
    return anchor;
  Estimate more = missing(accounts);
  double of_runs = (more.high_s - more.low_s) / 2;
  double of_both = std::hypot(of_runs, range.half());
  double weight = of_both > 0 ? range.half() * range.half() / (of_both * of_both) : 0;
  double wanted = 1 + weight * more.time_s;
  anchor.factor = std::clamp(wanted, std::min(range.low, 1.0), std::max(range.high, 1.0));
  anchor.beyond = wanted - anchor.factor;
  anchor.doubt = std::max(of_both > 0 ? range.half() * of_runs / of_both : 0, least_doubt);
  return anchor;
}

void apply(const Anchor &anchor, RepetitionAccount &account) {
  double more = anchor.factor - 1;
  // On one thread both runs are the same.
  ProbeShift both = ofCosts(account.shift_of_both);
  ProbeShift shift = account.threads == 1 ? both : ofCosts(account.shift);
  addDoubt(both.totals, anchor.doubt, account.doubt);
  for (const auto &[key, lines] : both.at)
    addDoubt(lines, anchor.doubt, account.doubt_at[key]);
  size_t rest = indexOf(category::unidentified);
  Ticks before = account.totals[rest];
  move(account.totals, shift.totals, more);
  for (auto &[key, lines] : account.at)
    if (auto found = shift.at.find(key); found != shift.at.end())
      for (size_t line = 0; line < std::min(lines.size(), found->second.size()); ++line)
        lines[line] += times(found->second[line], more);
  UnidentifiedTicks &parts = account.unidentified;
  Ticks unpaired = times(shift.unidentified.unpaired, more);
  Ticks opaque = times(shift.unidentified.opaque, more);
  parts.unpaired += unpaired;
  parts.opaque += opaque;
  parts.agreement += account.totals[rest] - before - unpaired - opaque;
  account.removed += times(shift.unidentified.agreement, more / account.threads);
}

std::optional<Note> anchor(std::vector<RepetitionAccount> &accounts, bool from_runs) {
  bool all_shifted = std::ranges::all_of(
      accounts, [](const RepetitionAccount &account) { return !account.shift.totals.empty(); });
  if (!all_shifted || accounts.empty())
    return std::nullopt;
  Anchor anchor = anchorOf(accounts, from_runs);
  for (RepetitionAccount &account : accounts)
    apply(anchor, account);
  constexpr double worth_telling = 0.25; // of the calibrated cost
  if (std::abs(anchor.factor - 1) < worth_telling)
    return std::nullopt;
  Note note{.rule = "probes-cost-otherwise", .figures = {{"factor", anchor.factor}}};
  if (anchor.beyond > 0)
    note.figures.emplace_back("beyond", anchor.beyond);
  return note;
}

} // namespace tare
