// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/text.h"

#include "analyzer/report/constructs.h"
#include "analyzer/report/figures.h"
#include "analyzer/report/frame.h"
#include "analyzer/report/growth_text.h"
#include "analyzer/report/page.h"
#include "analyzer/report/part_growth.h"
#include "analyzer/report/part_rows.h"
#include "analyzer/report/parts.h"
#include "analyzer/report/rows.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tare {
namespace {

constexpr int narrowest = 60, listed_advice = 5;

/// One repetition has no bands.
bool hasBands(const Ledger &ledger) {
  for (const Table &table : ledger.tables)
    for (const LedgerLine &line : table.overheads)
      if (line.time.high_s > line.time.low_s)
        return true;
  return false;
}

/// A label that is too long takes several lines; the figures stand on its last.
void writeRow(Page &page, const Row &row, const CellLayout &layout, const TimeScale &scale,
              int table_width) {
  std::string indent(static_cast<size_t>(row.indent), ' ');
  if (row.kind == Row::Kind::Rule)
    return page.line(std::string(static_cast<size_t>(table_width), '-'), row.style);
  if (row.kind == Row::Kind::Heading || row.kind == Row::Kind::Remark)
    return page.line(indent + row.label, row.style);
  std::string cells;
  for (const Figure &figure : row.figures)
    cells += cellText(figure, layout, scale);
  for (const std::string &word : row.words)
    cells += rightAligned(cutText(word, layout.width() - 1), layout.width());
  if (row.title && displayWidth(row.label) > layout.label) {
    page.paragraph(row.label, 4, row.style);
    return page.line(leftAligned("  in all", layout.label) + cells, row.style);
  }
  bool fits = row.indent + displayWidth(row.label) <= layout.label;
  std::vector<std::string> label =
      wrapText(fits ? row.label : shortLabel(row.label), layout.label - row.indent);
  for (size_t i = 0; i + 1 < label.size(); ++i)
    page.line(indent + label[i], row.style);
  page.line(leftAligned(indent + label.back(), layout.label) + cells, row.style);
}

class Writer {
public:
  Writer(const Ledger &ledger, const TextOptions &options)
      : ledger_(ledger), options_(options),
        page_(std::max(options.width, narrowest), options.colour),
        bands_(options.bands && hasBands(ledger)), selection_(selectLeaves(ledger)) {}

  std::string text() {
    writeHead(page_, ledger_);
    if (isOfParts(options_.view))
      parts_ = partsOf(ledger_, options_.view);
    blocks();
    writeGrowth(page_, parts_
                           ? partGrowth(ledger_, selection_, *parts_, options_.view, options_.top)
                           : wholeGrowth(ledger_, selection_));
    const Table &largest = ledger_.tables[largestTable(ledger_)];
    if (options_.view == View::Whole)
      writeConstructs(page_, Column(largest, selection_, scale_), options_.top, construct_layout_,
                      scale_);
    if (!parts_)
      writeAdvice(page_, ledger_.tables[advisedTable(ledger_)], listed_advice);
    writeFoot(page_, ledger_, selection_, options_.view);
    return page_.take();
  }

private:
  /// As few blocks as fit, of nearly equal numbers of columns, all laid out alike.
  void blocks() {
    size_t most = static_cast<size_t>(columnsThatFit(page_.width(), bands_));
    size_t tables = ledger_.tables.size(), count = (tables + most - 1) / most;
    size_t columns = (tables + count - 1) / count;
    layout_ = layoutFor(page_.width(), static_cast<int>(columns), bands_);
    scale_ = scaleOf(ledger_, layout_);
    for (size_t first = 0; first < tables; first += columns)
      block(first, std::min(columns, tables - first));
    // Constructs have one column, below the last one above: both show the largest p.
    construct_layout_ = layout_;
    construct_layout_.label += static_cast<int>((tables - 1) % columns) * layout_.width();
  }

  /// A block of columns side by side, under the names of their p.
  void block(size_t first, size_t count) {
    std::vector<Column> columns;
    std::string names, fields;
    for (size_t i = first; i < first + count; ++i) {
      const Table &table = ledger_.tables[i];
      columns.emplace_back(table, selection_, scale_);
      names += rightAligned("p = " + std::to_string(table.threads), layout_.width());
      fields += cellHead(layout_, scale_);
    }
    page_.blank();
    page_.line(leftAligned("", layout_.label) + names, Style::Bold);
    page_.line(leftAligned("", layout_.label) + fields, Style::Dim);
    int width = layout_.label + static_cast<int>(count) * layout_.width();
    for (const Row &row : rows(columns, first))
      writeRow(page_, row, layout_, scale_, width);
  }

  std::vector<Row> rows(const std::vector<Column> &columns, size_t first) const {
    if (parts_)
      return partRows(ledger_, *parts_, options_.view, options_.top, columns, first);
    return tableRows(ledger_, selection_, columns);
  }

  const Ledger &ledger_;
  const TextOptions &options_;
  Page page_;
  bool bands_;
  Selection selection_;
  CellLayout layout_, construct_layout_;
  TimeScale scale_;
  std::optional<Parts> parts_; // of a view by function or construct
};

} // namespace

std::string reportText(const Ledger &ledger, const TextOptions &options) {
  if (ledger.tables.empty())
    return "No table: nothing was measured.\n";
  return Writer(ledger, options).text();
}

std::string notesText(const Ledger &ledger, const TextOptions &options) {
  Page page(std::max(options.width, narrowest), options.colour);
  for (const std::string &sentence : footSentences(ledger, selectLeaves(ledger), View::Whole))
    page.item("- ", sentence);
  return page.take();
}

} // namespace tare
