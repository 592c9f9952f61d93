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
      totals_.push_back(partTotals(parts, shown_, first + column, columns[column]));
  }

  std::vector<Row> rows() {
    summary("Parallel time T_p", &Column::parallel);
    summary("Total overhead", &Column::total);
    rule();
    for (size_t i = 0; i < shown_; ++i)
      part(parts_.parts[i], i);
    if (shown_ < parts_.parts.size())
      total(othersTitle(parts_.parts.size() - shown_, view_), shown_);
    part(parts_.rest, shown_ + 1);
    rule();
    summary("Sum, the total overhead", &Column::total);
    return std::move(rows_);
  }

private:
  /// A figure of the whole program, in every column.
  void summary(const std::string &label, Figure (Column::*value)() const) {
    Row row{Row::Kind::Figures, 0, label, {}, {}, Style::Bold};
    for (const Column &column : columns_)
      row.figures.push_back((column.*value)());
    rows_.push_back(std::move(row));
  }

  void rule() { rows_.push_back({Row::Kind::Rule, 0, "", {}, {}, Style::Dim}); }

  /// `index`: of partTotals.
  void total(const std::string &title, size_t index) {
    Row row{Row::Kind::Figures, 0, title, {}, {}, Style::Bold, true};
    for (const std::vector<Figure> &figures : totals_)
      row.figures.push_back(figures[index]);
    rows_.push_back(std::move(row));
  }

  /// Its total, then the lines that are worth showing.
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

  /// Categories of a part that are not small at every p, largest first.
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

std::vector<Figure> partTotals(const Parts &parts, size_t shown, size_t table,
                               const Column &column) {
  std::vector<double> seconds(shown + 2, 0);
  for (size_t i = 0; i < parts.parts.size(); ++i)
    seconds[std::min(i, shown)] += parts.parts[i].total_s(table);
  seconds[shown + 1] = parts.rest.total_s(table);
  return column.split(seconds);
}

std::vector<Row> partRows(const Ledger &ledger, const Parts &parts, View view, int top,
                          const std::vector<Column> &columns, size_t first) {
  return PartRowMaker(ledger, parts, view, top, columns, first).rows();
}

} // namespace tare
