// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/markdown_table.h"

#include "analyzer/ledger/lines.h"
#include "analyzer/report/markdown_text.h"
#include "base/text.h"

#include <cmath>

namespace tare {
namespace {

/// Only bold has markup; dim and loud text is plain.
std::string styledCell(const std::string &text, Style style) {
  if (text.empty() || style != Style::Bold)
    return text;
  return std::string("**").append(text).append("**");
}

/// Every row has as many cells as the head: two for each p, whatever the row lacks.
std::vector<std::string> cellsOf(const Row &row, size_t columns, const TimeScale &scale) {
  bool heading = row.kind == Row::Kind::Heading;
  std::vector<std::string> cells = {
      styledCell(markdownIndented(row.indent, row.label), heading ? Style::Bold : row.style)};
  for (const Figure &figure : row.figures) {
    cells.push_back(styledCell(timeCell(figure, scale), row.style));
    cells.push_back(styledCell(shareCell(figure), row.style));
  }
  for (const std::string &word : row.words) {
    cells.push_back("");
    cells.push_back(markdownText(word));
  }
  cells.resize(1 + 2 * columns);
  return cells;
}

} // namespace

std::string markdownRow(const std::vector<std::string> &cells) {
  return std::string("| ").append(joinText(cells, " | ")).append(" |\n");
}

std::string markdownHead(const std::vector<std::string> &cells, size_t texts) {
  std::vector<std::string> alignment(texts, "---");
  alignment.resize(cells.size(), "--:");
  return markdownRow(cells) + markdownRow(alignment);
}

std::string markdownIndented(int indent, const std::string &label) {
  std::string text;
  for (int i = 0; i < indent; i += 2)
    text += "&emsp;";
  return text + markdownText(label);
}

std::string timeCell(const Figure &figure, const TimeScale &scale) {
  return figure.range ? "" : figure.time ? decimalText(*figure.time, scale.decimals) : "";
}

std::string shareCell(const Figure &figure) {
  if (figure.range)
    return percentRangeText(*figure.range);
  std::string text = figure.percent ? decimalText(*figure.percent, 1) : "";
  if (figure.band)
    text += (text.empty() ? "± " : " ± ") + decimalText(std::llround(10 * *figure.band), 1);
  return text;
}

std::string markdownTable(const std::vector<Row> &rows, const std::vector<Column> &columns,
                          const TimeScale &scale, const std::string &share,
                          const std::string &first) {
  std::vector<std::string> cells = {first};
  std::vector<RunSize> sizes;
  for (const Column &column : columns)
    sizes.push_back(sizeOf(column.table()));
  if (first.empty())
    cells.front() = columnHeadKey(sizes);
  for (RunSize size : sizes) {
    cells.push_back(columnHead(size) + ", " + scale.unit);
    cells.push_back(share);
  }
  std::string text = markdownHead(cells, 1);
  for (const Row &row : rows)
    if (row.kind != Row::Kind::Rule)
      text += markdownRow(cellsOf(row, columns.size(), scale));
  return text;
}

} // namespace tare
