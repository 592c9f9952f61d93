// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/rows.h"

#include "analyzer/ledger/categories.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tare {
namespace {

constexpr double steps_limit = 1e15; // hostile figures must not overflow 64 bits

double bounded(double value) {
  return std::isfinite(value) ? std::clamp(value, -steps_limit, steps_limit) : 0;
}

const Estimate *estimateOf(const Table &table, const std::string &category) {
  for (const LedgerLine &line : table.overheads)
    if (line.category == category)
      return &line.time;
  return nullptr;
}

double timeOf(const Table &table, const std::string &category) {
  const Estimate *estimate = estimateOf(table, category);
  return estimate ? estimate->time_s : 0;
}

bool smallEverywhere(const Ledger &ledger, const std::string &category) {
  return std::all_of(ledger.tables.begin(), ledger.tables.end(), [&](const Table &table) {
    return std::fabs(timeOf(table, category)) < folding_share * table.parallel_time.time_s;
  });
}

/// Work of both kinds stands together, first: both come from comparing work with the reference.
constexpr std::string_view work_group = "Net change of work";

std::string groupOf(const CategoryInfo &info) {
  if (info.name == category::work_rate || info.name == category::additional_computation)
    return std::string(work_group);
  return std::string(info.group);
}

std::vector<CategoryInfo> inOrderShown() {
  std::vector<CategoryInfo> order;
  for (std::string_view first : {category::additional_computation, category::work_rate})
    for (const CategoryInfo &info : allCategories())
      if (info.name == first)
        order.push_back(info);
  for (const CategoryInfo &info : allCategories())
    if (groupOf(info) != work_group && info.name != category::unidentified)
      order.push_back(info);
  return order;
}

bool isKnown(const std::string &category) {
  return std::any_of(allCategories().begin(), allCategories().end(),
                     [&](const CategoryInfo &info) { return info.name == category; });
}

/// Names that a later version wrote.
std::vector<std::string> unknownCategories(const Ledger &ledger) {
  std::vector<std::string> names;
  for (const Table &table : ledger.tables)
    for (const LedgerLine &line : table.overheads)
      if (!isKnown(line.category) &&
          std::find(names.begin(), names.end(), line.category) == names.end())
        names.push_back(line.category);
  return names;
}

} // namespace

std::string shortLabel(const std::string &label) {
  static const std::map<std::string, std::string> shorter = {
      {"work rate (memory, cache, clock)", "work rate"},
      {"partially parallelised code", "partially parallelised"},
      {"first use of the OpenMP runtime", "first use of OpenMP"},
      {"serial share; speed-up limit", "serial share; limit"},
      {"agreement with the plain runs", "agreement, plain runs"}};
  auto found = shorter.find(label);
  return found == shorter.end() ? label : found->second;
}

std::string labelOf(const std::string &category) {
  for (const CategoryInfo &info : allCategories())
    if (info.name == category)
      return std::string(info.label);
  return printable(category);
}

Selection selectLeaves(const Ledger &ledger) {
  Selection selection;
  auto add = [&](const std::string &category, const std::string &group) {
    if (smallEverywhere(ledger, category))
      selection.folded.push_back(category);
    else
      selection.leaves.push_back({category, labelOf(category), group});
  };
  for (const CategoryInfo &info : inOrderShown())
    add(std::string(info.name), groupOf(info));
  for (const std::string &category : unknownCategories(ledger))
    add(category, "Further categories");
  std::string unidentified(category::unidentified);
  selection.leaves.push_back({unidentified, "Unidentified", ""});
  return selection;
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
  if (estimate.high_s <= estimate.low_s || parallel_s_ <= 0)
    return std::nullopt; // one tuple: no band
  return 50 * (estimate.high_s - estimate.low_s) / parallel_s_;
}

Figure Column::figure(const std::string &key, const Estimate *band) const {
  return {time_.at(key), percent_.at(key), band ? bandOf(*band) : std::nullopt};
}

Figure Column::time(const Estimate &estimate) const {
  return {steps(estimate.time_s), std::nullopt, bandOf(estimate)};
}

Figure Column::efficiency() const {
  const Estimate &ratio = table_->efficiency;
  Figure shown{std::nullopt, std::llround(bounded(1000 * ratio.time_s)), std::nullopt};
  if (ratio.high_s > ratio.low_s)
    shown.band = 50 * (ratio.high_s - ratio.low_s);
  return shown;
}

Figure Column::parallel() const { return {parallel_steps_, 1000, bandOf(table_->parallel_time)}; }

Figure Column::total() const {
  return {parallel_steps_ - time_.at("ideal"), 1000 - percent_.at("ideal"),
          bandOf(table_->total_overhead)};
}

Figure Column::leaf(const std::string &category) const {
  return figure(category, estimateOf(*table_, category));
}

Figure Column::sum(const std::vector<std::string> &categories) const {
  Figure sum{0, 0, std::nullopt}; // the parts depend on each other: no band
  for (const std::string &category : categories) {
    *sum.time += time_.at(category);
    *sum.percent += percent_.at(category);
  }
  return sum;
}

Figure Column::notAttributed() const {
  const UnidentifiedParts &parts = table_->unidentified_parts;
  double time_s = parts.unpaired_s + parts.opaque_s;
  return {steps(time_s), std::llround(tenths(time_s)), std::nullopt};
}

Figure Column::agreement() const {
  std::string whole(category::unidentified);
  Figure other = notAttributed();
  return {time_.at(whole) - *other.time, percent_.at(whole) - *other.percent, std::nullopt};
}

bool Column::cheaper(const std::string &category) const {
  const Estimate *estimate = estimateOf(*table_, category);
  return estimate && estimate->time_s <= -folding_share * parallel_s_ && estimate->high_s < 0;
}

namespace {

class RowMaker {
public:
  RowMaker(const Ledger &ledger, const Selection &selection, const std::vector<Column> &columns)
      : ledger_(ledger), selection_(selection), columns_(columns) {}

  std::vector<Row> rows() {
    summary();
    rule();
    work();
    groups();
    if (!selection_.folded.empty())
      figures(0, "Other (" + std::to_string(selection_.folded.size()) + " small lines)",
              [](const Column &column) { return column.other(); });
    unidentified();
    rule();
    figures(
        0, sumLabel(), [](const Column &column) { return column.parallel(); }, Style::Bold);
    return std::move(rows_);
  }

private:
  template <class Value>
  void figures(int indent, const std::string &label, Value value, Style style = Style::Plain) {
    Row row{Row::Kind::Figures, indent, label, {}, {}, style};
    for (const Column &column : columns_)
      row.figures.push_back(value(column));
    rows_.push_back(std::move(row));
  }

  void rule() { rows_.push_back({Row::Kind::Rule, 0, "", {}, {}, Style::Dim}); }

  void summary() {
    bool none = ledger_.reference == "none", one = ledger_.reference == "omp_1";
    std::string reference = none  ? "Own work T_s"
                            : one ? "Time on one thread T_s"
                                  : "Serial time T_s";
    figures(0, reference, [](const Column &c) { return c.time(c.table().serial_time); });
    figures(
        0, "Parallel time T_p", [](const Column &c) { return c.parallel(); }, Style::Bold);
    figures(0, "Efficiency E_p", [](const Column &c) { return c.efficiency(); });
    figures(0, "Ideal time T_s/p", [](const Column &c) { return c.ideal(); });
    figures(
        0, "Total overhead", [](const Column &c) { return c.total(); }, Style::Bold);
  }

  std::string sumLabel() const { return "Sum, T_s/p and overheads"; }

  std::vector<std::string> ofGroup(std::string_view group) const {
    std::vector<std::string> categories;
    for (const Leaf &leaf : selection_.leaves)
      if (leaf.group == group)
        categories.push_back(leaf.category);
    return categories;
  }

  void leaf(int indent, const std::string &label, const std::string &category) {
    figures(indent, label, [&](const Column &column) { return column.leaf(category); });
    if (category == category::unparallelised)
      serialShare();
    std::vector<std::string> cheaper;
    for (const Column &column : columns_)
      if (ledger_.reference != "none" && column.cheaper(category))
        cheaper.push_back(std::to_string(column.table().threads));
    if (!cheaper.empty())
      rows_.push_back({Row::Kind::Remark,
                       indent + 2,
                       "cheaper than the reference at p = " + joinText(cheaper, ", "),
                       {},
                       {},
                       Style::Dim});
  }

  void serialShare() {
    Row row{Row::Kind::Words, 4, "serial share; speed-up limit", {}, {}, Style::Dim};
    for (const Column &column : columns_) {
      char limit[32] = "any";
      if (column.table().speedup_limit > 0)
        std::snprintf(limit, sizeof limit, "%.3gx", column.table().speedup_limit);
      row.words.push_back(percentText(column.table().serial_fraction) + "%; " + limit);
    }
    rows_.push_back(std::move(row));
  }

  void work() {
    std::vector<std::string> parts = ofGroup(work_group);
    if (parts.empty())
      return;
    if (parts.size() > 1)
      figures(0, std::string(work_group), [&](const Column &c) { return c.sum(parts); });
    for (const std::string &part : parts)
      leaf(parts.size() > 1 ? 2 : 0, parts.size() > 1 ? labelOf(part) : capital(labelOf(part)),
           part);
  }

  static std::string capital(std::string label) {
    if (!label.empty() && label[0] >= 'a' && label[0] <= 'z')
      label[0] = static_cast<char>(label[0] - 'a' + 'A');
    return label;
  }

  /// A heading above its lines; groups of which the vocabulary has one line only stand alone.
  void groups() {
    std::string heading;
    for (const Leaf &shown : selection_.leaves) {
      if (shown.group == work_group || shown.category == category::unidentified)
        continue;
      bool alone = shown.category == category::off_cpu || shown.category == category::own_cost;
      if (!alone && shown.group != heading)
        rows_.push_back({Row::Kind::Heading, 0, shown.group, {}, {}, Style::Plain});
      heading = shown.group;
      leaf(alone ? 0 : 2, alone ? capital(shown.label) : shown.label, shown.category);
    }
  }

  void unidentified() {
    std::string name(category::unidentified);
    figures(0, "Unidentified", [&](const Column &column) { return column.leaf(name); });
    auto isZero = [&](const Column &c) {
      return c.leaf(name).time == 0 && c.agreement().time == 0;
    };
    if (std::all_of(columns_.begin(), columns_.end(), isZero))
      return;
    figures(
        2, "not attributed", [](const Column &c) { return c.notAttributed(); }, Style::Dim);
    figures(
        2, "agreement with the plain runs", [](const Column &column) { return column.agreement(); },
        Style::Dim);
  }

  const Ledger &ledger_;
  const Selection &selection_;
  const std::vector<Column> &columns_;
  std::vector<Row> rows_;
};

} // namespace

std::vector<Row> tableRows(const Ledger &ledger, const Selection &selection,
                           const std::vector<Column> &columns) {
  return RowMaker(ledger, selection, columns).rows();
}

} // namespace tare
