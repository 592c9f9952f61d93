// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/segments.h"

#include "base/quantity.h"

#include <algorithm>
#include <map>
#include <set>

namespace tare {
namespace {

constexpr size_t least_in_segment = 5;

/// A template of few terms takes fewer.
size_t leastSizes(const TableQuestion &question) {
  size_t of_template = question.user_template.size() + 2;
  return question.user_template.empty() ? least_in_segment
                                        : std::min(least_in_segment, of_template);
}

ModelPoint sizesAt(const TableAt &table) {
  ModelPoint at = table.at;
  at.erase(std::string(threads_parameter));
  return at;
}

size_t sizesIn(const TablesOfProgram &tables, int threads) {
  std::set<ModelPoint> sizes;
  for (const TableAt &table : tablesOn(tables, threads))
    sizes.insert(sizesAt(table));
  return sizes.size();
}

/// With the machine's caches where the question names none.
MemoryQuestion memoryOf(const TablesOfProgram &tables, const TableQuestion &question) {
  MemoryQuestion memory = question.memory;
  if (memory.caches.empty())
    memory.caches = tables.caches;
  return memory;
}

CacheCell cellOf(const TableAt &table, const MemoryQuestion &memory) {
  return cacheCell(memory, table.at, table.table->threads);
}

TableSegment segmentOfCell(const TablesOfProgram &tables, const CacheCell &cell, int threads,
                           const MemoryQuestion &memory) {
  TableSegment segment{cellText(memory, cell, threads), tables, 0, 0};
  std::erase_if(segment.tables.tables,
                [&](const TableAt &table) { return cellOf(table, memory) != cell; });
  return segment;
}

std::vector<TableSegment> cellSegments(const TablesOfProgram &tables, int threads,
                                       const MemoryQuestion &memory) {
  std::map<CacheCell, int> cells; // and the most threads in them
  for (const TableAt &table : tablesOn(tables, threads)) {
    int &most = cells[cellOf(table, memory)];
    most = std::max(most, table.table->threads);
  }
  std::vector<TableSegment> segments;
  for (const auto &[cell, most] : cells)
    segments.push_back(segmentOfCell(tables, cell, most, memory));
  if (segments.size() == 1)
    segments.front().where.clear();
  return segments;
}

/// T_s and T_p at sizes from `low` to `high`.
struct TimesBetween {
  ModelSeries serial, parallel;
};

TimesBetween timesBetween(const std::vector<TableAt> &tables, const std::string &size, double low,
                          double high) {
  std::vector<TableAt> chosen;
  for (const TableAt &table : tables)
    if (low <= table.at.at(size) && table.at.at(size) <= high)
      chosen.push_back(table);
  return {serialSeries(chosen), parallelSeries(chosen)};
}

/// Sum of squared residuals of both times, each with the best model; absent: no model fits one.
std::optional<double> misfit(const TimesBetween &times, const ModelQuestion &question) {
  double sum = 0;
  for (const ModelSeries *series : {&times.serial, &times.parallel}) {
    OrRefused<RowModel> model = modelOf(*series, question);
    if (!model.ok())
      return std::nullopt;
    sum += model.value().chosen().chi2;
  }
  return sum;
}

/// The last size before a step and the first one behind it; absent: the data need none.
std::optional<std::pair<double, double>>
stepIn(const std::vector<TableAt> &tables, const std::string &size, const TableQuestion &asked) {
  std::vector<double> values = valuesOf(parallelSeries(tables), size);
  ModelQuestion question;
  question.sizes = {size};
  question.user_template = asked.user_template;
  if (values.size() < 2 * least_in_segment ||
      misfit(timesBetween(tables, size, values.front(), values.back()), question))
    return std::nullopt;
  std::optional<std::pair<double, double>> best;
  double least = 0;
  for (size_t i = least_in_segment; i + least_in_segment <= values.size(); ++i) {
    std::optional<double> left =
        misfit(timesBetween(tables, size, values.front(), values[i - 1]), question);
    std::optional<double> right =
        left ? misfit(timesBetween(tables, size, values[i], values.back()), question)
             : std::nullopt;
    if (right && (!best || *left + *right < least)) {
      least = *left + *right;
      best = {values[i - 1], values[i]};
    }
  }
  return best;
}

std::vector<TableSegment> stepSegments(const TablesOfProgram &tables, int threads,
                                       const TableQuestion &question) {
  std::vector<TableAt> slice = tablesOn(tables, threads);
  std::vector<std::string> sizes = varyingSizes(slice, tables.sizes);
  std::optional<std::pair<double, double>> step;
  if (threads > 0 && sizes.size() == 1)
    step = stepIn(slice, sizes.front(), question);
  if (!step)
    return {{"", tables, 0, 0}};
  const std::string &size = sizes.front();
  TableSegment left{size + " up to " + countText(step->first), tables, 0, step->first},
      right{size + " from " + countText(step->second) + " on", tables, step->second, 0};
  std::erase_if(left.tables.tables,
                [&](const TableAt &table) { return table.at.at(size) > step->first; });
  std::erase_if(right.tables.tables,
                [&](const TableAt &table) { return table.at.at(size) < step->second; });
  return {left, right};
}

OrRefused<TableSegment> cellAt(const TablesOfProgram &tables, const ModelPoint &at, int threads,
                               bool slice, const TableQuestion &question) {
  MemoryQuestion memory = memoryOf(tables, question);
  TableSegment segment = segmentOfCell(tables, cacheCell(memory, at, threads), threads, memory);
  size_t there = sizesIn(segment.tables, slice ? threads : 0),
         all = sizesIn(tables, slice ? threads : 0);
  if (there < std::min(all, leastSizes(question)))
    return ModelRefusal{RefusalReason::Regime,
                        "at " + memoryText(footprintAt(memory, at)) + " (" + segment.where + ") " +
                            numberOf(static_cast<int64_t>(there), "size") +
                            (there == 1 ? " was" : " were") + " measured, and " +
                            std::to_string(leastSizes(question)) + " are needed"};
  return segment;
}

} // namespace

std::vector<TableSegment> segmentsOf(const TablesOfProgram &tables, int threads,
                                     const TableQuestion &question) {
  MemoryQuestion memory = memoryOf(tables, question);
  return memory.isKnown() ? cellSegments(tables, threads, memory)
                          : stepSegments(tables, threads, question);
}

OrRefused<TableSegment> segmentAt(const TablesOfProgram &tables, const ModelPoint &at, int threads,
                                  bool slice, const TableQuestion &question) {
  if (memoryOf(tables, question).isKnown())
    return cellAt(tables, at, threads, slice, question);
  std::vector<TableSegment> segments = stepSegments(tables, slice ? threads : 0, question);
  if (segments.size() == 1)
    return segments.front();
  const std::string size = varyingSizes(tablesOn(tables, threads), tables.sizes).front();
  double asked = at.contains(size) ? at.at(size) : 0;
  for (TableSegment &segment : segments)
    if (segment.below > 0 ? asked <= segment.below : asked >= segment.above)
      return segment;
  return ModelRefusal{RefusalReason::Regime, "the times step between " + size + " = " +
                                                 countText(segments.front().below) + " and " +
                                                 countText(segments.back().above) + ", where " +
                                                 countText(asked) + " lies"};
}

std::optional<ModelRefusal> segmentRefusal(const TableSegment &segment, int threads,
                                           const TableQuestion &question) {
  size_t there = sizesIn(segment.tables, threads);
  if (segment.where.empty() || there >= leastSizes(question))
    return std::nullopt;
  return ModelRefusal{RefusalReason::TooFewPoints,
                      segment.where + ": " + numberOf(static_cast<int64_t>(there), "size") +
                          ", and " + std::to_string(leastSizes(question)) + " are needed"};
}

} // namespace tare
