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
Ticks setUpOf(const LineShift &shift) {
  return shift.totals.empty() ? 0 : shift.totals[indexOf(category::own_cost)];
}

/// By how many ticks the costs of the probes make the approximated run shorter.
Ticks takenByCosts(const LineShift &shift) {
  return shift.unidentified.agreement + setUpOf(shift);
}

/// The part of a shift that the costs of the probes decide. Set-up is none of it: it leaves its
/// line at any cost.
LineShift ofCosts(LineShift shift) {
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

bool isTold(const std::vector<RepetitionAccount> &accounts, LineShift RepetitionAccount::*shift) {
  return !accounts.empty() && std::ranges::all_of(accounts, [&](const RepetitionAccount &a) {
    return !(a.*shift).totals.empty();
  });
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

/// Whether the plain runs say anything.
bool canTell(const std::vector<RepetitionAccount> &accounts) {
  return accounts.size() >= fewest_repetitions &&
         std::ranges::all_of(accounts, [](const RepetitionAccount &a) { return a.has_plain; });
}

/// What moves the agreement of the runs, and how it may move.
class Causes {
public:
  explicit Causes(const std::vector<RepetitionAccount> &accounts)
      : accounts_(accounts), statistics_(disturbances(accounts)) {}

  Anchor settled(const Range &range) {
    Anchor anchor{1, range.half()};
    Estimate missing = statistics_.mean(
        valuesOf([](const RepetitionAccount &a) { return -a.unidentified.agreement; }));
    addProbes(range);
    add(&RepetitionAccount::rewriting_shift, anchor.rewriting);
    add(&RepetitionAccount::lock_shift, anchor.locks);
    Settlement all = settle(missing.time_s, (missing.high_s - missing.low_s) / 2, causes_);
    anchor.rest_half_s = all.half_s;
    for (size_t i = 0; i < settled_.size(); ++i)
      *settled_[i] = all.causes[probes_ + i];
    if (!probes_)
      return anchor;
    anchor.factor = 1 + all.causes[0].units;
    anchor.doubt = std::max(all.causes[0].half, least_doubt);
    anchor.beyond = all.causes[0].at_bound ? all.left_s / causes_[0].effect : 0;
    return anchor;
  }

private:
  template <class Value> std::vector<double> valuesOf(Value ticks) const {
    std::vector<double> values;
    for (const RepetitionAccount &account : accounts_)
      values.push_back(share(account, ticks(account)));
    return values;
  }

  double effectOf(LineShift RepetitionAccount::*shift) const {
    return statistics_
        .mean(valuesOf([&](const RepetitionAccount &a) { return takenByCosts(a.*shift); }))
        .time_s;
  }

  void addProbes(const Range &range) {
    bool is_taken = isTold(accounts_, &RepetitionAccount::shift) &&
                    std::ranges::all_of(accounts_, [](const RepetitionAccount &a) {
                      return takenByCosts(a.shift) > 0;
                    });
    if (!is_taken)
      return;
    probes_ = 1;
    causes_.push_back({effectOf(&RepetitionAccount::shift), range.half(),
                       std::min(range.low, 1.0) - 1, std::max(range.high, 1.0) - 1});
  }

  /// Known to one unit of its own, up or down.
  void add(LineShift RepetitionAccount::*shift, SettledCause &settled) {
    if (!isTold(accounts_, shift))
      return;
    causes_.push_back({effectOf(shift), 1, -1, 1});
    settled_.push_back(&settled);
  }

  const std::vector<RepetitionAccount> &accounts_;
  RepetitionStatistics statistics_;
  size_t probes_ = 0; // 1: they are the first of the causes
  std::vector<UnsureCause> causes_;
  std::vector<SettledCause *> settled_; // of the others
};

/// Moves all lines by `more` units of a shift.
void moveBy(const LineShift &shift, double more, RepetitionAccount &account) {
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

void addDoubt(const LineShift &shift, double part, RepetitionAccount &account) {
  addDoubt(shift.totals, part, account.doubt);
  for (const auto &[key, lines] : shift.at)
    addDoubt(lines, part, account.doubt_at[key]);
}

std::optional<Note> noteOnCosts(const Anchor &anchor) {
  constexpr double worth_telling = 0.25; // of the calibrated cost
  if (std::abs(anchor.factor - 1) < worth_telling)
    return std::nullopt;
  Note note{.rule = "probes-cost-otherwise", .figures = {{"factor", anchor.factor}}};
  if (anchor.beyond > 0)
    note.figures.emplace_back("beyond", anchor.beyond);
  return note;
}

/// Where that moved more than 5 % of T_p.
std::optional<Note> noteOnLocks(const Anchor &anchor,
                                const std::vector<RepetitionAccount> &accounts) {
  constexpr double worth_telling = 0.05;
  if (anchor.locks.units == 0)
    return std::nullopt;
  const RepetitionAccount &first = accounts.front();
  double moved = anchor.locks.units * share(first, first.lock_shift.unidentified.agreement);
  double part = moved / seconds(first, first.parallel);
  if (std::abs(part) < worth_telling)
    return std::nullopt;
  return Note{.rule = part > 0 ? "lock-waits-shorter" : "lock-waits-longer",
              .figures = {{"moved", std::abs(part)}}};
}

} // namespace

Anchor anchorOf(const std::vector<RepetitionAccount> &accounts, bool from_runs) {
  Range range = rangeOf(accounts);
  return from_runs && canTell(accounts) ? Causes(accounts).settled(range)
                                        : Anchor{1, range.half()};
}

void apply(const Anchor &anchor, RepetitionAccount &account) {
  size_t rest = indexOf(category::unidentified);
  account.with_probes = account.calibrated = account.totals;
  for (size_t line = 0; line < account.shift_of_both.totals.size(); ++line)
    account.with_probes[line] -= account.shift_of_both.totals[line];
  Ticks before = rest < account.doubt.size() ? account.doubt[rest] : 0;
  // On one thread both runs are the same.
  LineShift both = ofCosts(account.shift_of_both);
  addDoubt(both, anchor.doubt, account);
  moveBy(account.threads == 1 ? both : ofCosts(account.shift), anchor.factor - 1, account);
  for (auto [shift, settled] : {std::pair(&account.rewriting_shift, &anchor.rewriting),
                                std::pair(&account.lock_shift, &anchor.locks)}) {
    addDoubt(*shift, settled->half, account);
    moveBy(*shift, settled->units, account);
  }
  if (anchor.rest_half_s >= 0 && rest < account.doubt.size())
    account.doubt[rest] = before + std::llround(anchor.rest_half_s * account.ticks_per_second *
                                                account.threads);
}

Anchored anchor(std::vector<RepetitionAccount> &accounts, bool from_runs) {
  for (auto shift : {&RepetitionAccount::shift, &RepetitionAccount::rewriting_shift,
                     &RepetitionAccount::lock_shift})
    if (!isTold(accounts, shift)) // what some lack, none has
      for (RepetitionAccount &account : accounts)
        account.*shift = {};
  if (!isTold(accounts, &RepetitionAccount::shift))
    for (RepetitionAccount &account : accounts)
      account.shift_of_both = {};
  Anchored all{anchorOf(accounts, from_runs), {}};
  for (RepetitionAccount &account : accounts)
    apply(all.anchor, account);
  append(all.notes, noteOnCosts(all.anchor));
  append(all.notes, noteOnLocks(all.anchor, accounts));
  return all;
}

} // namespace tare
