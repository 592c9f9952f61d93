// SPDX-License-Identifier: Apache-2.0
#include "driver/search/evidence.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/tables/statistics.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

/// The half width of a sum of two independent bands.
double apart(double a, double b) { return std::sqrt(a * a + b * b); }

/// Null: there is no line of this category.
const LedgerLine *lineOf(const std::vector<LedgerLine> &lines, std::string_view category) {
  auto found = std::ranges::find(lines, category, &LedgerLine::category);
  return found == lines.end() ? nullptr : &*found;
}

/// Turns lines of a table into shares of T_p.
class Reader {
public:
  explicit Reader(const Table &table) : table_(table), statistics_(table.parallel_repetitions_s) {}

  Figures figures(const std::vector<LedgerLine> &lines) const {
    Figures figures;
    for (size_t i = 0; i < why_count; ++i)
      figures.whys[i] = sum(lines, categoriesOf(static_cast<Why>(i)));
    figures.unnamed = sum(lines, {category::unidentified});
    return figures;
  }

  /// 0 where T_p is not known.
  double share(double seconds) const {
    double whole = table_.parallel_time.time_s;
    return whole > 0 ? seconds / whole : 0;
  }

  Share share(const Estimate &time) const {
    return {share(time.time_s), share(time.low_s), share(time.high_s)};
  }

private:
  /// Lines of net work share their noise, so the repetitions give their sum a better band. A line's
  /// own band may hold more than noise, and counts where it is wider.
  Share sum(const std::vector<LedgerLine> &lines,
            const std::vector<std::string_view> &categories) const {
    Share sum;
    std::vector<double> repetitions(table_.parallel_repetitions_s.size());
    int found = 0;
    bool have_repetitions = repetitions.size() > 1;
    for (std::string_view category : categories) {
      const LedgerLine *line = lineOf(lines, category);
      if (!line)
        continue;
      ++found;
      sum = sum + share(line->time);
      have_repetitions = have_repetitions && line->repetitions_s.size() == repetitions.size();
      for (size_t i = 0; have_repetitions && i < repetitions.size(); ++i)
        repetitions[i] += line->repetitions_s[i];
    }
    if (found < 2 || !have_repetitions)
      return sum;
    Share noise = share(statistics_.mean(repetitions));
    return {sum.mean, std::min(sum.low, noise.low), std::max(sum.high, noise.high)};
  }

  const Table &table_;
  RepetitionStatistics statistics_;
};

/// For every category: the part of its line that no construct has.
std::map<std::string, Share> elsewhereOf(const Table &table, const Reader &reader) {
  std::map<std::string, Share> elsewhere;
  for (const LedgerLine &line : table.overheads) {
    Share rest = reader.share(line.time);
    double placed = 0;
    for (const ConstructLines &construct : table.constructs)
      if (const LedgerLine *part = lineOf(construct.overheads, line.category))
        placed += reader.share(part->time.time_s);
    elsewhere[line.category] = {rest.mean - placed, rest.low - placed, rest.high - placed};
  }
  return elsewhere;
}

} // namespace

Share operator+(const Share &a, const Share &b) {
  double mean = a.mean + b.mean;
  return {mean, mean - apart(a.mean - a.low, b.mean - b.low),
          mean + apart(a.high - a.mean, b.high - b.mean)};
}

Share atLeastNothing(const Share &share) {
  return {std::max(0.0, share.mean), std::max(0.0, share.low), std::max(0.0, share.high)};
}

Figures operator+(const Figures &a, const Figures &b) {
  Figures sum;
  for (size_t i = 0; i < why_count; ++i)
    sum.whys[i] = a.whys[i] + b.whys[i];
  sum.unnamed = a.unnamed + b.unnamed;
  sum.area = a.area + b.area;
  return sum;
}

Share costsOf(const Figures &figures) {
  Share sum = atLeastNothing(figures.unnamed);
  for (const Share &share : figures.whys)
    sum = sum + atLeastNothing(share);
  return sum;
}

Evidence evidenceOf(const Table &table) {
  Reader reader(table);
  Evidence evidence;
  evidence.thread_time_s = table.threads * table.parallel_time.time_s;
  evidence.program = reader.figures(table.overheads);
  for (const ConstructLines &construct : table.constructs) {
    Figures figures = reader.figures(construct.overheads);
    if (construct.work && evidence.thread_time_s > 0)
      figures.area = construct.work->many_s / evidence.thread_time_s;
    evidence.constructs[construct.id] = figures;
  }
  evidence.elsewhere = elsewhereOf(table, reader);
  evidence.observed = reader.share(table.own_cost.observed_direct_s);
  evidence.disturbed = reader.share(table.own_cost.measured_s);
  if (const LedgerLine *line = lineOf(table.overheads, category::off_cpu))
    evidence.without_core =
        std::max(0.0, reader.share(line->is_void ? line->time.high_s : line->time.time_s));
  evidence.repetitions = static_cast<int>(table.repetitions.size());
  return evidence;
}

} // namespace tare
