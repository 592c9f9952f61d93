// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/blocks.h"

#include "analyzer/ledger/lines.h"

#include <algorithm>

namespace tare {
namespace {

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

} // namespace

bool hasBands(const Ledger &ledger) {
  for (const Table &table : ledger.tables)
    for (const LedgerLine &line : table.overheads)
      if (line.time.high_s > line.time.low_s)
        return true;
  return false;
}

Blocks::Blocks(const Ledger &ledger, const Selection &selection, int width, bool bands)
    : ledger_(ledger), selection_(selection) {
  size_t most = static_cast<size_t>(columnsThatFit(width, bands));
  size_t tables = ledger.tables.size(), count = (tables + most - 1) / most;
  columns_ = (tables + count - 1) / count;
  layout_ = layoutFor(width, static_cast<int>(columns_), bands);
  scale_ = scaleOf(ledger, layout_);
}

void Blocks::write(Page &page, const RowsOf &rows) const {
  size_t tables = ledger_.tables.size();
  for (size_t first = 0; first < tables; first += columns_)
    writeBlock(page, rows, first, std::min(columns_, tables - first));
}

CellLayout Blocks::layoutOfLast() const {
  CellLayout layout = layout_;
  layout.label += static_cast<int>((ledger_.tables.size() - 1) % columns_) * layout_.width();
  return layout;
}

/// Columns side by side, under the names of their p.
void Blocks::writeBlock(Page &page, const RowsOf &rows, size_t first, size_t count) const {
  std::vector<Column> columns;
  std::string names, fields;
  std::vector<RunSize> sizes;
  for (size_t i = first; i < first + count; ++i) {
    const Table &table = ledger_.tables[i];
    columns.emplace_back(table, selection_, scale_);
    sizes.push_back(sizeOf(table));
    names += rightAligned(columnHead(sizeOf(table)), layout_.width());
    fields += cellHead(layout_, scale_);
  }
  page.blank();
  page.line(leftAligned(columnHeadKey(sizes), layout_.label) + names, Style::Bold);
  page.line(leftAligned("", layout_.label) + fields, Style::Dim);
  int width = layout_.label + static_cast<int>(count) * layout_.width();
  for (const Row &row : rows(columns, first))
    writeRow(page, row, layout_, scale_, width);
}

} // namespace tare
