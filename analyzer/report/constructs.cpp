// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/constructs.h"

#include "analyzer/ledger/lines.h"
#include "analyzer/report/findings.h"
#include "analyzer/report/parts.h"
#include "base/quantity.h"

#include <algorithm>
#include <cmath>

namespace tare {
std::vector<const ConstructLines *> largestConstructs(const Table &table) {
  std::vector<const ConstructLines *> constructs;
  for (const ConstructLines &construct : table.constructs)
    if (sizeOf(construct.overheads) >= folding_share * table.parallel_time.time_s)
      constructs.push_back(&construct);
  std::stable_sort(constructs.begin(), constructs.end(),
                   [](auto *a, auto *b) { return sizeOf(a->overheads) > sizeOf(b->overheads); });
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

namespace {

/// Whether each thread of a team executes it for itself. Constructs that share out work are met
/// once by all of the team, and a task is run by one thread.
bool isOfEachThread(const ConstructLines &construct) {
  static constexpr std::string_view kinds[] = {"loop", "call", "critical", "lock", "spin"};
  return !construct.in_serial_code && std::ranges::find(kinds, construct.kind) != std::end(kinds);
}

} // namespace

std::string instancesText(const ConstructLines &construct, int threads, const std::string &blanks) {
  double times = construct.instances;
  if (!(times > 0))
    return "";
  bool of_several = threads > 1 && times != 1 && isOfEachThread(construct);
  return blanks + "(" + countText(times) + (times == 1 ? " time" : " times") +
         (of_several ? ", all threads together)" : ")");
}

namespace {

/// Title, lines worth showing, findings.
void writeConstruct(Page &page, const ConstructLines &construct, const Column &column,
                    const CellLayout &layout, const TimeScale &scale) {
  page.paragraph(titleAmong(construct, column.table().constructs) +
                     instancesText(construct, column.table().threads),
                 4);
  double threshold = folding_share * column.table().parallel_time.time_s;
  for (const LedgerLine &line : largestLines(construct, threshold)) {
    std::string label = cutText("  " + labelOf(line.category), layout.label);
    page.line(leftAligned(label, layout.label) + cellText(column.line(line), layout, scale));
  }
  for (const std::string &finding : findingsOf(construct, column.table()))
    page.paragraph("  " + finding, 4, Style::Dim);
}

} // namespace

void writeConstructs(Page &page, const Column &column, int top, const CellLayout &layout,
                     const TimeScale &scale) {
  const Table &table = column.table();
  std::vector<const ConstructLines *> constructs = largestConstructs(table);
  if (constructs.empty() || top <= 0)
    return;
  size_t shown = std::min(constructs.size(), static_cast<size_t>(top));
  std::string head = "Where, " + atSize(sizeOf(table));
  if (shown < constructs.size())
    head +=
        " (" + std::to_string(shown) + " of " + std::to_string(constructs.size()) + " constructs)";
  page.blank();
  page.paragraph(head + ", each without what is inside it", 2, Style::Bold);
  for (size_t i = 0; i < shown; ++i)
    writeConstruct(page, *constructs[i], column, layout, scale);
}

} // namespace tare
