// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/part_growth.h"

#include "analyzer/ledger/lines.h"
#include "analyzer/report/column.h"
#include "analyzer/report/growth.h"
#include "analyzer/report/part_rows.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace tare {
namespace {

constexpr int64_t told_from = 5; // tenths of a point

/// One line of a part from the first p to the last.
struct LineChange {
  std::string category;
  std::vector<int64_t> tenths;
  int64_t change = 0;
  bool within_bands = false;
};

class PartGrowthMaker {
public:
  PartGrowthMaker(const Ledger &ledger, const Selection &selection, const Parts &parts, View view,
                  int top)
      : parts_(parts), view_(view), needs_(growthNeeds(ledger)), tables_(growthTables(ledger)),
        shown_(std::min(parts.parts.size(), static_cast<size_t>(std::max(top, 0)))) {
    TimeScale scale = scaleOf(ledger, CellLayout());
    for (size_t table : tables_)
      columns_.emplace_back(ledger.tables[table], selection, scale);
    totals_ = totals();
  }

  GrowthTable make() {
    if (tables_.size() < 2)
      return {{}, {}, needs_};
    for (const Column &column : columns_)
      result_.sizes.push_back(sizeOf(column.table()));
    addParts();
    add(std::string(total_growth), 0,
        tenths([](const Column &column, size_t) { return *column.total().percent; }));
    result_.sentence = sentence();
    return std::move(result_);
  }

private:
  template <class Value> std::vector<int64_t> tenths(Value value) const {
    std::vector<int64_t> all;
    for (size_t i = 0; i < columns_.size(); ++i)
      all.push_back(value(columns_[i], tables_[i]));
    return all;
  }

  /// Last p minus first, in tenths of a point.
  static int64_t changeOf(const std::vector<int64_t> &tenths) {
    return tenths.back() - tenths.front();
  }

  void add(const std::string &label, int indent, const std::vector<int64_t> &tenths) {
    result_.rows.push_back({label, indent, tenths, changeOf(tenths)});
  }

  /// Totals of the parts shown, of the others together, and of the rest, rounded as in the table of
  /// parts.
  std::vector<std::vector<int64_t>> totals() const {
    std::vector<std::vector<int64_t>> of_part(shown_ + 2);
    for (size_t i = 0; i < columns_.size(); ++i) {
      std::vector<Figure> figures = partTotals(parts_, shown_, tables_[i], columns_[i]);
      for (size_t part = 0; part < figures.size(); ++part)
        of_part[part].push_back(*figures[part].percent);
    }
    return of_part;
  }

  /// Fastest growing first; other parts and the rest come last, as in the table.
  void addParts() {
    std::vector<size_t> order;
    for (size_t i = 0; i < shown_; ++i)
      order.push_back(i);
    std::ranges::stable_sort(
        order, [&](size_t a, size_t b) { return changeOf(totals_[a]) > changeOf(totals_[b]); });
    for (size_t i : order)
      addPart(parts_.parts[i], totals_[i]);
    if (shown_ < parts_.parts.size())
      add(othersTitle(parts_.parts.size() - shown_, view_), 0, totals_[shown_]);
    addPart(parts_.rest, totals_.back());
  }

  /// With the line that changed most, if by half a point of T_p.
  void addPart(const Part &part, const std::vector<int64_t> &total) {
    add(part.title, 0, total);
    auto size = [](const LineChange &line) { return std::llabs(line.change); };
    std::vector<LineChange> lines = linesOf(part);
    auto most = std::ranges::max_element(lines, {}, size);
    if (most != lines.end() && size(*most) >= told_from)
      add(labelOf(most->category), 2, most->tenths);
  }

  /// Lines that the part has at the first or the last p.
  std::vector<LineChange> linesOf(const Part &part) const {
    std::vector<LineChange> lines;
    for (size_t table : {tables_.front(), tables_.back()})
      for (const LedgerLine &line : part.lines[table])
        if (std::ranges::find(lines, line.category, &LineChange::category) == lines.end())
          lines.push_back(lineOf(part, line.category));
    return lines;
  }

  LineChange lineOf(const Part &part, const std::string &category) const {
    LineChange change{category, tenths([&](const Column &column, size_t table) {
                        const LedgerLine *line = part.line(table, category);
                        return line ? *column.share(line->time).percent : 0;
                      })};
    change.change = changeOf(change.tenths);
    double first = halfWidth(part, category, 0), last = halfWidth(part, category, 1);
    change.within_bands = std::sqrt(first * first + last * last) >=
                          std::fabs(static_cast<double>(change.change)) / 10;
    return change;
  }

  /// Half of a line's band at the first (0) or last (1) p, in points. 0: it has none.
  double halfWidth(const Part &part, const std::string &category, int end) const {
    const LedgerLine *line = part.line(end ? tables_.back() : tables_.front(), category);
    const Column &column = end ? columns_.back() : columns_.front();
    return line ? column.share(line->time).band.value_or(0) : 0;
  }

  struct Fastest {
    const Part *part = nullptr;
    int64_t change = 0;
  };

  /// As the row says, if there is one.
  int64_t changeOfPart(size_t index) const {
    if (index < shown_)
      return changeOf(totals_[index]);
    const Part &part = parts_.parts[index];
    return changeOf(tenths([&](const Column &column, size_t table) {
      double time_s = part.total_s(table);
      return *column.share({time_s, time_s, time_s}).percent;
    }));
  }

  /// Over all parts, shown or not.
  Fastest fastestPart() const {
    Fastest fastest;
    for (size_t i = 0; i < parts_.parts.size(); ++i)
      if (int64_t change = changeOfPart(i); change > fastest.change)
        fastest = {&parts_.parts[i], change};
    return fastest;
  }

  /// "+6.9 points of T_p, load imbalance +6.7"
  std::string growthText(const Part &part, int64_t change) const {
    std::string text = signedTenths(change) + " points of T_p";
    std::vector<LineChange> lines = linesOf(part);
    auto most = std::ranges::max_element(lines, {}, &LineChange::change);
    if (most == lines.end() || most->change <= 0)
      return text;
    return text + ", " + labelOf(most->category) + " " + signedTenths(most->change) +
           (most->within_bands ? " (within the bands)" : "");
  }

  /// The part that grew fastest, then what has no place if that grew more.
  std::string sentence() const {
    std::string text = fromTo(result_.sizes);
    Fastest fastest = fastestPart();
    if (fastest.change < told_from)
      text += " no " + nounOf(view_) + " grew by half a point of T_p.";
    else
      text += " the fastest growing " + nounOf(view_) + " is " + joinedTitle(*fastest.part) + ": " +
              growthText(*fastest.part, fastest.change) + ".";
    int64_t rest = changeOf(totals_.back());
    if (rest >= told_from && rest > fastest.change)
      text += " More came from what has no " +
              std::string(view_ == View::Path ? "call path: " : "location in the source: ") +
              growthText(parts_.rest, rest) + ".";
    return text;
  }

  /// Titles part their halves by two blanks.
  static std::string joinedTitle(const Part &part) {
    std::vector<std::string> words = splitText(part.title, ' ');
    std::erase(words, "");
    return joinText(words, " ");
  }

  const Parts &parts_;
  View view_;
  std::string needs_; // why nothing is said
  std::vector<size_t> tables_;
  size_t shown_;
  std::vector<Column> columns_; // of tables_
  std::vector<std::vector<int64_t>> totals_;
  GrowthTable result_;
};

} // namespace

GrowthTable partGrowth(const Ledger &ledger, const Selection &selection, const Parts &parts,
                       View view, int top) {
  return PartGrowthMaker(ledger, selection, parts, view, top).make();
}

} // namespace tare
