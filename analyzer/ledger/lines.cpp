// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/lines.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>

namespace tare {

RunSize sizeOf(const Table &table) { return {table.threads, table.ranks}; }

std::vector<RunSize> sizesOf(const Ledger &ledger) {
  std::vector<RunSize> sizes;
  for (const Table &table : ledger.tables)
    sizes.push_back(sizeOf(table));
  return sizes;
}

bool hasSingleThreads(const Table &table) {
  return table.ranks > 0 && table.threads == table.ranks;
}

std::string oneText(const Table &table) {
  return hasSingleThreads(table) ? "one rank" : "one thread";
}

std::string oneText(const Ledger &ledger) {
  if (!isOfJob(ledger))
    return "one thread";
  return std::ranges::all_of(ledger.tables, hasSingleThreads) ? "one rank"
                                                              : "one rank of one thread";
}

bool isOfJob(const Ledger &ledger) {
  return std::ranges::any_of(ledger.tables, [](const Table &table) { return table.ranks > 0; });
}

std::string allTogether(const Table &table) {
  return hasSingleThreads(table) ? "all ranks together" : "all threads together";
}

const Table *tableOfSize(const std::vector<Table> &tables, RunSize size) {
  auto found =
      std::ranges::find_if(tables, [&](const Table &table) { return sizeOf(table) == size; });
  return found == tables.end() ? nullptr : &*found;
}

const Table *tableWith(const std::vector<Table> &tables, int threads) {
  auto found = std::ranges::find(tables, threads, &Table::threads);
  return found == tables.end() ? nullptr : &*found;
}

const LedgerLine *lineOf(std::span<const LedgerLine> lines, std::string_view category) {
  auto found = std::ranges::find(lines, category, &LedgerLine::category);
  return found == lines.end() ? nullptr : &*found;
}

const Estimate *estimateOf(const Table &table, std::string_view category) {
  const LedgerLine *line = lineOf(table.overheads, category);
  return line ? &line->time : nullptr;
}

double timeOf(const Table &table, std::string_view category) {
  const Estimate *estimate = estimateOf(table, category);
  return estimate ? estimate->time_s : 0;
}

double timeAtConstructs(const Table &table, std::string_view category) {
  double time_s = 0;
  for (const ConstructLines &construct : table.constructs)
    if (const LedgerLine *line = lineOf(construct.overheads, category))
      time_s += line->time.time_s;
  return time_s;
}

size_t countedPlaces(const std::vector<double> &times_s) {
  constexpr double good_part = 0.05;
  double most = 0;
  for (double time_s : times_s)
    most = std::max(most, std::fabs(time_s));
  return static_cast<size_t>(std::ranges::count_if(
      times_s, [&](double time_s) { return std::fabs(time_s) > good_part * most; }));
}

/// Whether the construct is the loop of this region's combined directive.
static bool isCombinedWith(const ConstructLines &region, const ConstructLines &construct) {
  return region.isCombinedRegion() && region.id == construct.region &&
         region.file == construct.file && region.line == construct.line;
}

const ConstructLines &directiveOf(const Table &table, const ConstructLines &construct) {
  auto found = std::ranges::find_if(table.constructs, [&](const ConstructLines &region) {
    return isCombinedWith(region, construct);
  });
  return found == table.constructs.end() ? construct : *found;
}

double timeAtDirective(const Table &table, const ConstructLines &construct,
                       std::string_view category) {
  const ConstructLines &directive = directiveOf(table, construct);
  double time_s = 0;
  for (const ConstructLines &each : table.constructs)
    if (&each == &directive || isCombinedWith(directive, each))
      if (const LedgerLine *line = lineOf(each.overheads, category))
        time_s += line->time.time_s;
  return time_s;
}

double sizeOf(std::span<const LedgerLine> lines) {
  double size = 0;
  for (const LedgerLine &line : lines)
    size += std::fabs(line.time.time_s);
  return size;
}

std::string withoutClauses(const std::string &directive) {
  std::string kept;
  for (const std::string &word : splitText(directive, ' ')) {
    if (word.find('(') != std::string::npos || word == "nowait" || word == "untied")
      break;
    kept += (kept.empty() ? "" : " ") + word;
  }
  return kept;
}

std::string functionOf(const ConstructLines &construct) {
  if (!construct.function.empty())
    return construct.function;
  std::vector<std::string> parts = splitText(construct.id, '#');
  return parts.size() < 4 ? "" : parts[parts.size() - 3];
}

Estimate overheadShare(const Table &table) {
  const Estimate &ratio = table.efficiency;
  return {1 - ratio.time_s, 1 - ratio.high_s, 1 - ratio.low_s};
}

double timeOfFaults(double faults, int threads) { return faults * 0.5e-6 / threads; }

} // namespace tare
