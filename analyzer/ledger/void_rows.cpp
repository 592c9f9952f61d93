// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/void_rows.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"

#include <algorithm>
#include <cmath>

namespace tare {

namespace {

/// Known whatever becomes of the rows of work and of waits.
bool isKnownByItself(std::string_view category) {
  return category == category::unparallelised || category == category::startup ||
         category == category::off_cpu || category == category::own_cost ||
         category == category::unidentified;
}

/// A row that compares two programs, or two runs, may be a gain; no wait is below 0.
bool mayBeBelowZero(std::string_view category) {
  return isWork(category) || category == category::unidentified;
}

class Marker {
public:
  explicit Marker(Table &table)
      : table_(table), whole_s_(table.parallel_time.time_s),
        unexplained_s_(unexplainedBeyondBand(table)) {}

  void mark() {
    bool any = false;
    for (LedgerLine &row : table_.overheads) {
      Estimate range = rangeOf(row);
      bool is_wide = range.high_s - range.low_s > 2 * void_share * whole_s_ || isLargeRest(row);
      bool is_wrong = mayBeWrong(row) && widened(row.time, range) > unexplained_share * whole_s_;
      if (!is_wide && !is_wrong)
        continue;
      any = true;
      markParts(row, range);
      row.time = range;
      row.is_void = true;
    }
    if (!any)
      return;
    Note note{.rule = "void-rows"};
    if (unexplained_s_ != 0)
      note.figures.emplace_back("rest", unexplained_s_ / whole_s_);
    table_.notes.push_back(note);
  }

private:
  /// What is unexplained, but may be nothing.
  bool isLargeRest(const LedgerLine &row) const {
    return row.category == category::unidentified && unexplained_s_ == 0 &&
           std::fabs(row.time.time_s) > unexplained_share * whole_s_;
  }

  /// A small row of waits cannot be wrong by much. A row of work can: the place of the code decides
  /// on it.
  bool mayBeWrong(const LedgerLine &row) const {
    constexpr double part = 0.25; // of what is unexplained
    return unexplained_s_ != 0 && !isKnownByItself(row.category) &&
           (isWork(row.category) || std::fabs(row.time.time_s) >= part * std::fabs(unexplained_s_));
  }

  Estimate rangeOf(const LedgerLine &row) const {
    Estimate range = row.time;
    if (mayBeWrong(row)) {
      range.low_s = std::min(range.low_s, row.time.time_s + unexplained_s_);
      range.high_s = std::max(range.high_s, row.time.time_s + unexplained_s_);
    }
    if (!mayBeBelowZero(row.category) && row.time.time_s >= 0)
      range.low_s = std::max(range.low_s, 0.0);
    return range;
  }

  static double widened(const Estimate &time, const Estimate &range) {
    return (range.high_s - range.low_s) - (time.high_s - time.low_s);
  }

  /// What constructs have of a row is unsure in proportion.
  void markParts(const LedgerLine &row, const Estimate &range) {
    double size = std::fabs(row.time.time_s);
    for (ConstructLines &construct : table_.constructs)
      for (LedgerLine &line : construct.overheads) {
        if (line.category != row.category)
          continue;
        double part = size > 0 ? std::min(std::fabs(line.time.time_s) / size, 1.0) : 1;
        double time_s = line.time.time_s;
        line.time.low_s = std::min(line.time.low_s, time_s + part * (range.low_s - range.time_s));
        line.time.high_s =
            std::max(line.time.high_s, time_s + part * (range.high_s - range.time_s));
        if (!mayBeBelowZero(row.category) && time_s >= 0)
          line.time.low_s = std::max(line.time.low_s, 0.0);
        line.is_void = true;
      }
  }

  Table &table_;
  double whole_s_, unexplained_s_;
};

} // namespace

double unexplainedBeyondBand(const Table &table) {
  const Estimate *rest = estimateOf(table, category::unidentified);
  if (!rest)
    return 0;
  double half_s = (rest->high_s - rest->low_s) / 2;
  bool is_beyond = std::fabs(rest->time_s) >
                   std::max(unexplained_share * table.parallel_time.time_s, half_s);
  return is_beyond ? rest->time_s : 0;
}

void markVoidRows(Table &table) {
  if (table.parallel_time.time_s > 0)
    Marker(table).mark();
}

} // namespace tare
