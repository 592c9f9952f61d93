// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/constructs.h"

#include "analyzer/report/rows.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tare {
namespace {

double sizeOf(const ConstructLines &construct) {
  double size = 0;
  for (const LedgerLine &line : construct.overheads)
    size += std::fabs(line.time.time_s);
  return size;
}

std::vector<const ConstructLines *> largest(const Table &table) {
  std::vector<const ConstructLines *> constructs;
  for (const ConstructLines &construct : table.constructs)
    if (sizeOf(construct) >= folding_share * table.parallel_time.time_s)
      constructs.push_back(&construct);
  std::stable_sort(constructs.begin(), constructs.end(),
                   [](auto *a, auto *b) { return sizeOf(*a) > sizeOf(*b); });
  return constructs;
}

std::vector<LedgerLine> largestLines(const ConstructLines &construct, double threshold) {
  std::vector<LedgerLine> lines;
  for (const LedgerLine &line : construct.overheads)
    if (std::fabs(line.time.time_s) >= threshold)
      lines.push_back(line);
  std::stable_sort(lines.begin(), lines.end(), [](const LedgerLine &a, const LedgerLine &b) {
    return std::fabs(a.time.time_s) > std::fabs(b.time.time_s);
  });
  return lines;
}

std::string instancesText(double instances) {
  char text[64];
  std::snprintf(text, sizeof text, instances < 1e9 ? "%.10g" : "%.4g",
                instances < 100 ? std::round(10 * instances) / 10 : std::round(instances));
  return std::string(text) + (instances == 1 ? " time" : " times");
}

Figure figureOf(const LedgerLine &line, const Table &table, const TimeScale &scale) {
  double parallel_s = table.parallel_time.time_s;
  auto steps = [](double value) {
    return std::llround(std::isfinite(value) ? std::clamp(value, -1e15, 1e15) : 0);
  };
  Figure figure{steps(line.time.time_s / scale.quantum_s()), std::nullopt, std::nullopt};
  if (parallel_s > 0) {
    figure.percent = steps(1000 * line.time.time_s / parallel_s);
    if (line.time.high_s > line.time.low_s)
      figure.band = 50 * (line.time.high_s - line.time.low_s) / parallel_s;
  }
  return figure;
}

void writeConstruct(Page &page, const ConstructLines &construct, const Table &table,
                    const CellLayout &layout, const TimeScale &scale) {
  std::string place = printable(construct.file) + ":" + std::to_string(construct.line);
  page.paragraph(place + "  " + printable(construct.directive) + "  (" +
                     instancesText(construct.instances) + ")",
                 4);
  for (const LedgerLine &line :
       largestLines(construct, folding_share * table.parallel_time.time_s)) {
    std::string label = cutText("  " + labelOf(line.category), layout.label);
    page.line(leftAligned(label, layout.label) +
              cellText(figureOf(line, table, scale), layout, scale));
  }
}

} // namespace

void writeConstructs(Page &page, const Table &table, int top, const CellLayout &layout,
                     const TimeScale &scale) {
  std::vector<const ConstructLines *> constructs = largest(table);
  if (constructs.empty() || top <= 0)
    return;
  size_t shown = std::min(constructs.size(), static_cast<size_t>(top));
  std::string head = "Where, at p = " + std::to_string(table.threads);
  if (shown < constructs.size())
    head += " (" + std::to_string(shown) + " of " + std::to_string(constructs.size()) + ")";
  page.blank();
  page.line(head + ", each without what is inside it", Style::Bold);
  for (size_t i = 0; i < shown; ++i)
    writeConstruct(page, *constructs[i], table, layout, scale);
}

} // namespace tare
