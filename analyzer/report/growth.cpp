// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/growth.h"

#include "analyzer/ledger/lines.h"
#include "analyzer/report/figures.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tare {
namespace {

constexpr int64_t listed_from = 5; // tenths of a point
constexpr size_t most_lines = 6;

/// In tenths of a per cent of T_p.
double tenthsOf(const Table &table, double time_s) {
  return bounded(1000 * time_s / table.parallel_time.time_s);
}

/// Of a line's band, in points of T_p; 0: no such line.
double halfWidth(const Table &table, const std::string &category) {
  const Estimate *estimate = estimateOf(table, category);
  return estimate ? tenthsOf(table, estimate->high_s - estimate->low_s) / 20 : 0;
}

/// Half-width of the change between the first and the last table: their errors are independent.
double halfWidthOfChange(const std::vector<const Table *> &tables, const std::string &category) {
  double first = halfWidth(*tables.front(), category), last = halfWidth(*tables.back(), category);
  return std::sqrt(first * first + last * last);
}

/// The shares of all lines at one p, rounded so that they sum to `total`.
std::vector<int64_t> shares(const Table &table, const Selection &selection, int64_t total) {
  std::vector<double> exact;
  for (const Leaf &leaf : selection.leaves)
    exact.push_back(tenthsOf(table, timeOf(table, leaf.category)));
  double folded = 0;
  for (const std::string &category : selection.folded)
    folded += tenthsOf(table, timeOf(table, category));
  exact.push_back(folded);
  return apportion(exact, total);
}

/// Lines with a small change become one, the last.
void foldSmall(Growth &growth, GrowthLine rest) {
  std::stable_sort(growth.lines.begin(), growth.lines.end(),
                   [](const GrowthLine &a, const GrowthLine &b) { return a.change > b.change; });
  std::vector<GrowthLine> bySize = growth.lines;
  std::stable_sort(bySize.begin(), bySize.end(), [](const GrowthLine &a, const GrowthLine &b) {
    return std::llabs(a.change) > std::llabs(b.change);
  });
  int64_t least = bySize.size() > most_lines ? std::llabs(bySize[most_lines].change) + 1 : 0;
  least = std::max(least, listed_from);
  std::vector<GrowthLine> listed;
  for (GrowthLine &line : growth.lines) {
    if (std::llabs(line.change) >= least) {
      listed.push_back(std::move(line));
      continue;
    }
    for (size_t i = 0; i < rest.tenths.size(); ++i)
      rest.tenths[i] += line.tenths[i];
    rest.change += line.change;
  }
  listed.push_back(std::move(rest));
  growth.lines = std::move(listed);
}

/// Of one construct's line, in tenths of a per cent of T_p; 0: it has none there.
double shareAt(const Table &table, const std::string &construct, const std::string &category) {
  for (const ConstructLines &each : table.constructs)
    if (const LedgerLine *line = lineOf(each.overheads, category); line && each.id == construct)
      return tenthsOf(table, line->time.time_s);
  return 0;
}

/// The construct in which a line grew most, if that is half of it at least.
std::string placeOf(const GrowthLine &line, const Table &first, const Table &last) {
  double most = std::max(0.5 * static_cast<double>(line.change), 1.0);
  std::string place;
  for (const ConstructLines &construct : last.constructs) {
    double grown =
        shareAt(last, construct.id, line.category) - shareAt(first, construct.id, line.category);
    if (grown >= most) {
      most = grown;
      place = printable(construct.file) + ":" + std::to_string(construct.line);
    }
  }
  return place;
}

} // namespace

std::vector<size_t> growthTables(const Ledger &ledger) {
  std::vector<size_t> indices;
  for (size_t i = 0; i < ledger.tables.size(); ++i)
    if (ledger.tables[i].threads > 1 && ledger.tables[i].parallel_time.time_s > 0)
      indices.push_back(i);
  std::ranges::stable_sort(indices, {}, [&](size_t i) { return sizeOf(ledger.tables[i]); });
  return indices;
}

bool GrowthLine::clear() const { return static_cast<double>(std::llabs(change)) / 10 > half_width; }

std::optional<Growth> growthOf(const Ledger &ledger, const Selection &selection) {
  std::vector<const Table *> tables;
  for (size_t i : growthTables(ledger))
    tables.push_back(&ledger.tables[i]);
  if (tables.size() < 2)
    return std::nullopt;
  Growth growth;
  GrowthLine rest;
  for (const Leaf &leaf : selection.leaves)
    growth.lines.push_back({leaf.category, {}, 0, halfWidthOfChange(tables, leaf.category)});
  for (const Table *table : tables) {
    growth.sizes.push_back(sizeOf(*table));
    int64_t total = std::llround(tenthsOf(*table, table->total_overhead.time_s));
    growth.total.tenths.push_back(total);
    std::vector<int64_t> rounded = shares(*table, selection, total);
    for (size_t i = 0; i < growth.lines.size(); ++i)
      growth.lines[i].tenths.push_back(rounded[i]);
    // What rounding could not place goes with the small lines, so that columns add up.
    rest.tenths.push_back(total - std::accumulate(rounded.begin(), rounded.end() - 1, int64_t(0)));
  }
  for (GrowthLine &line : growth.lines)
    line.change = line.tenths.back() - line.tenths.front();
  rest.change = rest.tenths.back() - rest.tenths.front();
  growth.total.change = growth.total.tenths.back() - growth.total.tenths.front();
  foldSmall(growth, std::move(rest));
  if (!growth.lines.front().category.empty())
    growth.place = placeOf(growth.lines.front(), *tables.front(), *tables.back());
  return growth;
}

/// Efficiency first, then the line that took most of it.
std::string growthSentence(const Growth &growth) {
  const int64_t change = growth.total.change;
  std::string text = fromTo(growth.sizes) + " the efficiency ";
  std::string now = decimalText(1000 - growth.total.tenths.back(), 1) + " %";
  if (change == 0)
    text += "stayed at " + now + ".";
  else
    text += (change > 0 ? "fell by " : "rose by ") + decimalText(std::llabs(change), 1) +
            " points to " + now + ".";
  const GrowthLine &fastest = growth.lines.front();
  if (fastest.category.empty() || fastest.change < listed_from)
    return text + " No overhead grew by half a point of T_p.";
  text += " Fastest growing: " + labelOf(fastest.category) + ", " + signedTenths(fastest.change) +
          " points of T_p";
  if (!growth.place.empty())
    text += ", mostly at " + growth.place;
  return text + (fastest.clear() ? "." : ", which is within the bands.");
}

std::string fromTo(const std::vector<RunSize> &sizes) {
  RunSize first = sizes.front(), last = sizes.back();
  return "From " + sizeHead(first) + " to " +
         (last.ranks > 0 ? sizeText(last) : std::to_string(last.threads));
}

std::string signedTenths(int64_t tenths) {
  return std::string(tenths > 0 ? 1 : 0, '+').append(decimalText(tenths, 1));
}

} // namespace tare
