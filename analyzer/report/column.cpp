// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/column.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

/// Every time that a cell of the table can show, seconds.
std::vector<double> timesShown(const Ledger &ledger) {
  std::vector<double> times;
  for (const Table &table : ledger.tables) {
    times.insert(times.end(), {table.serial_time.time_s, table.parallel_time.time_s,
                               table.ideal_time.time_s, table.total_overhead.time_s});
    for (const LedgerLine &line : table.overheads)
      times.push_back(line.time.time_s);
  }
  return times;
}

} // namespace

/// One scale for all p, so that columns can be compared.
TimeScale scaleOf(const Ledger &ledger, const CellLayout &layout) {
  return scaleFor(timesShown(ledger), layout);
}

Column::Column(const Table &table, const Selection &selection, const TimeScale &scale)
    : table_(&table), scale_(scale), parallel_s_(table.parallel_time.time_s) {
  std::vector<std::string> keys = {"other"};
  std::vector<double> seconds = {0};
  for (const std::string &category : selection.folded)
    seconds[0] += timeOf(table, category);
  for (const Leaf &leaf : selection.leaves) {
    keys.push_back(leaf.category);
    seconds.push_back(timeOf(table, leaf.category));
  }
  std::vector<double> exact_steps, exact_tenths;
  for (double value : seconds) {
    exact_steps.push_back(bounded(value / scale.quantum_s()));
    exact_tenths.push_back(tenths(value));
  }
  parallel_steps_ = steps(parallel_s_);
  time_["ideal"] = steps(table.ideal_time.time_s);
  percent_["ideal"] = std::llround(tenths(table.ideal_time.time_s));
  std::vector<int64_t> whole = apportion(exact_steps, parallel_steps_ - time_["ideal"]);
  std::vector<int64_t> shares = apportion(exact_tenths, 1000 - percent_["ideal"]);
  for (size_t i = 0; i < keys.size(); ++i) {
    time_[keys[i]] = whole[i];
    percent_[keys[i]] = shares[i];
  }
}

int64_t Column::steps(double time_s) const {
  return std::llround(bounded(time_s / scale_.quantum_s()));
}

double Column::tenths(double time_s) const {
  return parallel_s_ > 0 ? bounded(1000 * time_s / parallel_s_) : 0;
}

std::optional<double> Column::bandOf(const Estimate &estimate) const {
  constexpr double rounding = 1e-9; // of the value
  if (estimate.high_s - estimate.low_s <= rounding * std::fabs(estimate.time_s) || parallel_s_ <= 0)
    return std::nullopt; // one repetition: no band
  return 50 * (estimate.high_s - estimate.low_s) / parallel_s_;
}

Figure Column::figure(const std::string &key, const Estimate *band) const {
  return {time_.at(key), percent_.at(key), band ? bandOf(*band) : std::nullopt};
}

Figure Column::time(const Estimate &estimate) const {
  return {steps(estimate.time_s), std::nullopt, bandOf(estimate)};
}

/// Of the ideal time and of all overheads as shares of T_p.
std::optional<double> Column::bandOfRatio() const {
  Estimate share = overheadShare(*table_);
  if (share.high_s <= share.low_s)
    return std::nullopt;
  return 50 * (share.high_s - share.low_s);
}

/// A ratio: it stands in the column of shares, in tenths of a per cent.
Figure Column::efficiency() const {
  return {std::nullopt, std::llround(bounded(1000 * table_->efficiency.time_s)), bandOfRatio()};
}

Figure Column::parallel() const { return {parallel_steps_, 1000, bandOf(table_->parallel_time)}; }

Figure Column::ideal() const { return {time_.at("ideal"), percent_.at("ideal"), bandOfRatio()}; }

Figure Column::total() const {
  return {parallel_steps_ - time_.at("ideal"), 1000 - percent_.at("ideal"), bandOfRatio()};
}

Figure Column::leaf(const std::string &category) const {
  const LedgerLine *line = lineOf(table_->overheads, category);
  Figure shown = figure(category, line ? &line->time : nullptr);
  if (line && line->is_void)
    shown.range = rangeOf(line->time);
  return shown;
}

std::pair<double, double> Column::rangeOf(const Estimate &estimate) const {
  return {tenths(estimate.low_s) / 10, tenths(estimate.high_s) / 10};
}

Figure Column::sum(const std::vector<std::string> &categories) const {
  Figure sum{0, 0, std::nullopt}; // the parts depend on each other: no band
  for (const std::string &category : categories) {
    *sum.time += time_.at(category);
    *sum.percent += percent_.at(category);
  }
  return sum;
}

Figure Column::share(const Estimate &estimate) const {
  return {steps(estimate.time_s), std::llround(tenths(estimate.time_s)), bandOf(estimate)};
}

Figure Column::line(const LedgerLine &line) const {
  Figure shown = share(line.time);
  if (line.is_void)
    shown.range = rangeOf(line.time);
  return shown;
}

/// Rounded like the whole column, so that the parts add up as shown.
std::vector<Figure> Column::split(const std::vector<double> &seconds, const Figure &whole) const {
  std::vector<double> exact_steps, exact_tenths;
  for (double value : seconds) {
    exact_steps.push_back(bounded(value / scale_.quantum_s()));
    exact_tenths.push_back(tenths(value));
  }
  std::vector<int64_t> times = apportion(exact_steps, *whole.time);
  std::vector<int64_t> shares = apportion(exact_tenths, *whole.percent);
  std::vector<Figure> figures;
  for (size_t i = 0; i < seconds.size(); ++i)
    figures.push_back({times[i], shares[i], std::nullopt});
  return figures;
}

/// One repetition has no band: its line then counts as known.
bool Column::cheaper(const std::string &category) const {
  const Estimate *estimate = estimateOf(*table_, category);
  return estimate && estimate->time_s <= -folding_share * parallel_s_ && estimate->high_s < 0;
}

bool Column::isOfProgram(const std::string &category) const {
  const Estimate *estimate = estimateOf(*table_, category);
  return estimate &&
         std::abs(timeAtConstructs(*table_, category)) < 0.5 * std::abs(estimate->time_s);
}

} // namespace tare
