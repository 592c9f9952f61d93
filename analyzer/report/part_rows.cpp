// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/part_rows.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

class PartRowMaker {
public:
  PartRowMaker(const Ledger &ledger, const Parts &parts, View view, int top,
               const std::vector<Column> &columns, size_t first)
      : ledger_(ledger), parts_(parts), view_(view), columns_(columns), first_(first),
        shown_(std::min(parts.parts.size(), static_cast<size_t>(std::max(top, 0)))) {
    for (size_t column = 0; column < columns.size(); ++column)
      totals_.push_back(totals(column));
  }

  std::vector<Row> rows() {
    summary("Parallel time T_p", [](const Column &column) { return column.parallel(); });
    summary("Total overhead", [](const Column &column) { return column.total(); });
    rule();
    for (size_t i = 0; i < shown_; ++i)
      part(parts_.parts[i], i);
    if (shown_ < parts_.parts.size())
      total(othersTitle(parts_.parts.size() - shown_, view_), shown_);
    part(parts_.rest, shown_ + 1);
    rule();
    summary("Sum, the total overhead", [](const Column &column) { return column.total(); });
    return std::move(rows_);
  }

private:
  /// Of the parts shown, the others together, and the rest.
  std::vector<Figure> totals(size_t column) const {
    std::vector<double> seconds(shown_ + 2, 0);
    for (size_t i = 0; i < parts_.parts.size(); ++i)
      seconds[std::min(i, shown_)] += parts_.parts[i].total_s(first_ + column);
    seconds[shown_ + 1] = parts_.rest.total_s(first_ + column);
    return columns_[column].split(seconds);
  }

  template <class Value> void summary(const std::string &label, Value value) {
    Row row{Row::Kind::Figures, 0, label, {}, {}, Style::Bold};
    for (const Column &column : columns_)
      row.figures.push_back(value(column));
    rows_.push_back(std::move(row));
  }

  void rule() { rows_.push_back({Row::Kind::Rule, 0, "", {}, {}, Style::Dim}); }

  void total(const std::string &title, size_t index) {
    Row row{Row::Kind::Figures, 0, title, {}, {}, Style::Bold, true};
    for (const std::vector<Figure> &figures : totals_)
      row.figures.push_back(figures[index]);
    rows_.push_back(std::move(row));
  }

  void part(const Part &part, size_t index) {
    total(part.title, index);
    for (const std::string &category : categoriesOf(part)) {
      Row row{Row::Kind::Figures, 2, labelOf(category), {}, {}, Style::Plain};
      for (size_t column = 0; column < columns_.size(); ++column) {
        const LedgerLine *line = part.line(first_ + column, category);
        row.figures.push_back(columns_[column].share(line ? line->time : Estimate()));
      }
      rows_.push_back(std::move(row));
    }
  }

  /// Those that are not small at every p, largest first.
  std::vector<std::string> categoriesOf(const Part &part) const {
    std::vector<std::pair<double, std::string>> sizes;
    for (size_t table = 0; table < ledger_.tables.size(); ++table)
      for (const LedgerLine &line : part.lines[table]) {
        double size = std::fabs(line.time.time_s),
               whole = ledger_.tables[table].parallel_time.time_s;
        if (size == 0 || size < folding_share * whole)
          continue;
        auto known = std::ranges::find(sizes, line.category, &decltype(sizes)::value_type::second);
        if (known == sizes.end())
          sizes.push_back({size, line.category});
        else
          known->first = std::max(known->first, size);
      }
    std::ranges::stable_sort(sizes, std::greater(), &decltype(sizes)::value_type::first);
    std::vector<std::string> categories;
    for (auto &[size, category] : sizes)
      categories.push_back(category);
    return categories;
  }

  const Ledger &ledger_;
  const Parts &parts_;
  View view_;
  const std::vector<Column> &columns_;
  size_t first_, shown_;
  std::vector<std::vector<Figure>> totals_;
  std::vector<Row> rows_;
};

} // namespace

std::vector<Row> partRows(const Ledger &ledger, const Parts &parts, View view, int top,
                          const std::vector<Column> &columns, size_t first) {
  return PartRowMaker(ledger, parts, view, top, columns, first).rows();
}

} // namespace tare
