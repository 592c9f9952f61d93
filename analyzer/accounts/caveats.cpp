// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/caveats.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tare {

namespace {

constexpr double wide_of_line = 0.25, wide_of_time = 0.02;
constexpr size_t most_caveats = 2;

bool isWide(const LedgerLine &line, double parallel_s) {
  double half = (line.time.high_s - line.time.low_s) / 2;
  return half > 0 && half >= wide_of_time * parallel_s &&
         half >= wide_of_line * std::abs(line.time.time_s);
}

double atMost(const LedgerLine *line) {
  return std::max(std::abs(line->time.low_s), std::abs(line->time.high_s));
}

std::string bandText(const Estimate &time, double parallel_s) {
  char text[64];
  std::snprintf(text, sizeof text, "%.1f to %.1f %% of T_p", 100 * time.low_s / parallel_s,
                100 * time.high_s / parallel_s);
  return text;
}

std::string labelOf(std::string_view category) {
  for (const CategoryInfo &info : allCategories())
    if (info.name == category)
      return std::string(info.label);
  return std::string(category);
}

const Overhead *overheadOf(std::string_view category) {
  auto found = std::ranges::find(allOverheads(), category, &Overhead::category);
  return found == allOverheads().end() ? nullptr : *found;
}

} // namespace

std::vector<std::string> caveatsOf(const Table &table) {
  double parallel_s = table.parallel_time.time_s;
  std::vector<const LedgerLine *> wide;
  for (const LedgerLine &line : table.overheads)
    if (parallel_s > 0 && isWide(line, parallel_s) && overheadOf(line.category))
      wide.push_back(&line);
  std::ranges::stable_sort(wide, std::greater(), atMost);
  wide.resize(std::min(wide.size(), most_caveats));
  std::vector<std::string> caveats;
  for (const LedgerLine *line : wide)
    caveats.push_back("the band of '" + labelOf(line->category) + "' is wide, " +
                      bandText(line->time, parallel_s) + "; this line is wrong when " +
                      std::string(overheadOf(line->category)->wrong_when));
  return caveats;
}

} // namespace tare
