// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/answer.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/report/selection.h"
#include "base/student.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tare {
namespace {

/// Their sums by repetition; empty: one of them has none.
std::vector<double> valuesOf(const std::vector<LedgerLine> &lines) {
  if (std::ranges::any_of(lines, &LedgerLine::is_void))
    return {}; // their bands are wider than the values say
  std::vector<double> values(lines.empty() ? 0 : lines.front().repetitions_s.size(), 0.0);
  for (const LedgerLine &line : lines) {
    if (line.repetitions_s.size() != values.size())
      return {};
    for (size_t i = 0; i < values.size(); ++i)
      values[i] += line.repetitions_s[i];
  }
  return values;
}

/// Several lines as one. Where all have their values, the band is that of the values' sums; else
/// the sum of bands, which holds however the lines depend on each other.
Estimate sumOfLines(const std::vector<LedgerLine> &lines) {
  Estimate sum;
  for (const LedgerLine &line : lines) {
    sum.time_s += line.time.time_s;
    sum.low_s += line.time.low_s;
    sum.high_s += line.time.high_s;
  }
  const std::vector<double> values = valuesOf(lines);
  if (lines.size() < 2 || values.size() < 2)
    return sum;
  double half = meanBand(values).half;
  return {sum.time_s, sum.time_s - half, sum.time_s + half};
}

/// To the line of its category.
void addToCategory(std::vector<LedgerLine> &lines, const LedgerLine &line) {
  auto same = std::ranges::find(lines, line.category, &LedgerLine::category);
  if (same == lines.end()) {
    lines.push_back(line);
    return;
  }
  same->time = sumOfLines({*same, line});
  same->is_void |= line.is_void;
  if (same->repetitions_s.size() != line.repetitions_s.size())
    same->repetitions_s.clear();
  for (size_t i = 0; i < same->repetitions_s.size(); ++i)
    same->repetitions_s[i] += line.repetitions_s[i];
}

/// Whether work inflation has parts of both signs that are not small beside each other.
bool isMixed(const std::vector<LedgerLine> &lines) {
  constexpr double small = 0.2;
  double more = 0, less = 0;
  for (const LedgerLine &line : lines)
    if (isWork(line.category))
      (line.time.time_s > 0 ? more : less) += std::fabs(line.time.time_s);
  return std::min(more, less) > small * std::max(more, less);
}

class Finder {
public:
  explicit Finder(const Table &table) : table_(table), waits_scale_(waitsScale(table)) {}

  Answer find(size_t most) {
    std::map<const ConstructLines *, std::vector<LedgerLine>> by_directive;
    for (const ConstructLines &construct : table_.constructs)
      for (const LedgerLine &line : construct.overheads)
        addToCategory(by_directive[&directiveOf(table_, construct)], scaled(line));
    for (const auto &[construct, lines] : by_directive)
      addRows(lines, construct);
    addRows(withoutPlace(), nullptr);
    gather();
    double least = answered_share * table_.parallel_time.time_s;
    std::erase_if(rows_, [&](const AnswerRow &row) { return std::fabs(row.time.time_s) < least; });
    std::ranges::stable_sort(rows_, std::greater(),
                             [](const AnswerRow &row) { return std::fabs(row.time.time_s); });
    rows_.resize(std::min(rows_.size(), most));
    Answer answer;
    if (const LedgerLine *rest = lineOf(table_.overheads, category::unidentified)) {
      answer.unexplained = rest->time;
      answer.unexplained_is_void = rest->is_void;
    }
    answer.other_s = table_.total_overhead.time_s - answer.unexplained.time_s;
    for (const AnswerRow &row : rows_)
      answer.other_s -= row.time.time_s;
    answer.rows = std::move(rows_);
    return answer;
  }

private:
  /// Constructs have all that their threads waited for a CPU. From the program's line is taken what
  /// the serial program waited, which has no place: each place has its part of that.
  static double waitsScale(const Table &table) {
    const LedgerLine *whole = lineOf(table.overheads, category::off_cpu);
    double placed = timeAtConstructs(table, category::off_cpu);
    if (!whole || whole->is_void || placed <= whole->time.time_s)
      return 1;
    return std::max(0.0, whole->time.time_s / placed);
  }

  LedgerLine scaled(LedgerLine line) const {
    if (line.category != category::off_cpu || waits_scale_ == 1)
      return line;
    for (double *value : {&line.time.time_s, &line.time.low_s, &line.time.high_s})
      *value *= waits_scale_;
    for (double &value : line.repetitions_s)
      value *= waits_scale_;
    return line;
  }

  void addRows(const std::vector<LedgerLine> &lines, const ConstructLines *construct) {
    bool mixed = isMixed(lines);
    std::vector<LedgerLine> work;
    for (const LedgerLine &line : lines)
      if (mixed && isWork(line.category))
        work.push_back(line);
      else if (line.category != category::unidentified)
        rows_.push_back(
            {labelOf(line.category), line.time, construct, 1, line.repetitions_s, line.is_void});
    if (mixed)
      rows_.push_back({"work inflation", sumOfLines(work), construct, 1, valuesOf(work),
                       std::ranges::any_of(work, &LedgerLine::is_void)});
  }

  /// What the constructs leave of the program's lines.
  std::vector<LedgerLine> withoutPlace() const {
    std::vector<LedgerLine> rest;
    for (const LedgerLine &whole : table_.overheads) {
      if (whole.category == category::off_cpu && waits_scale_ < 1)
        continue; // all of it has places
      double placed = timeAtConstructs(table_, whole.category);
      LedgerLine left = whole;
      left.time.time_s -= placed;
      left.time.low_s -= placed;
      left.time.high_s -= placed;
      takePlaced(left);
      bool is_chance = left.category == category::off_cpu && left.time.time_s < 0; // no gain
      if (!is_chance)
        rest.push_back(left);
    }
    return rest;
  }

  /// Takes away what the constructs have in each repetition. The band becomes the band of the rest.
  void takePlaced(LedgerLine &left) const {
    std::vector<LedgerLine> parts = {left};
    for (const ConstructLines &construct : table_.constructs)
      if (const LedgerLine *line = lineOf(construct.overheads, left.category)) {
        parts.push_back(*line);
        for (double &value : parts.back().repetitions_s)
          value = -value;
      }
    left.repetitions_s = valuesOf(parts);
    if (parts.size() < 2 || left.repetitions_s.size() < 2 || left.is_void)
      return;
    Estimate now = sumOfLines(parts);
    double half = (now.high_s - now.low_s) / 2;
    if (half < (left.time.high_s - left.time.low_s) / 2) {
      left.time.low_s = left.time.time_s - half;
      left.time.high_s = left.time.time_s + half;
    }
  }

  /// An overhead with many places of about the same size becomes one row.
  void gather() {
    constexpr size_t several = 4;
    constexpr double main_part = 0.4; // of all: the largest place says enough
    std::map<std::string, std::vector<AnswerRow>> by_name;
    for (AnswerRow &row : rows_)
      by_name[row.name].push_back(std::move(row));
    rows_.clear();
    for (auto &[name, rows] : by_name) {
      std::vector<LedgerLine> lines;
      double size = 0;
      const AnswerRow *largest = nullptr;
      for (const AnswerRow &row : rows) {
        lines.push_back({name, row.time, row.repetitions_s, row.is_void});
        size += std::fabs(row.time.time_s);
        if (row.construct &&
            (!largest || std::fabs(row.time.time_s) > std::fabs(largest->time.time_s)))
          largest = &row;
      }
      size_t places = placesOf(rows);
      if (places < several || !largest || std::fabs(largest->time.time_s) >= main_part * size) {
        std::ranges::move(rows, std::back_inserter(rows_));
        continue;
      }
      rows_.push_back({name,
                       wholeOf(name, lines),
                       largest->construct,
                       places,
                       {},
                       std::ranges::any_of(lines, &LedgerLine::is_void)});
    }
  }

  static size_t placesOf(const std::vector<AnswerRow> &rows) {
    std::vector<double> times_s;
    for (const AnswerRow &row : rows)
      if (row.construct)
        times_s.push_back(row.time.time_s);
    return countedPlaces(times_s);
  }

  /// The program's own line where the rows are all of it.
  Estimate wholeOf(const std::string &name, const std::vector<LedgerLine> &lines) const {
    Estimate sum = sumOfLines(lines);
    for (const LedgerLine &line : table_.overheads)
      if (labelOf(line.category) == name &&
          std::fabs(line.time.time_s - sum.time_s) <= 1e-9 * table_.parallel_time.time_s)
        return line.time;
    return sum;
  }

  const Table &table_;
  double waits_scale_;
  std::vector<AnswerRow> rows_;
};

} // namespace

Answer answerOf(const Table &table, size_t most) { return Finder(table).find(most); }

} // namespace tare
