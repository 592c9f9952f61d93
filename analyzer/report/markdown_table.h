// SPDX-License-Identifier: Apache-2.0
// Tables of the GitHub kind.
#pragma once

#include "analyzer/report/column.h"
#include "analyzer/report/rows.h"

#include <string>
#include <vector>

namespace tare {

/// A row of cells that are markdown already.
std::string markdownRow(const std::vector<std::string> &cells);

/// The first `texts` columns are aligned to the left, figures to the right.
std::string markdownHead(const std::vector<std::string> &cells, size_t texts);

/// Forges drop blanks at the start of a cell; an em space stands for two of them.
std::string markdownIndented(int indent, const std::string &label);

std::string timeCell(const Figure &figure, const TimeScale &scale);

/// "12.3 ± 0.4", per cent; the band alone where there is no share.
std::string shareCell(const Figure &figure);

/// Two columns for each p: time, and what `share` names (markdown). `first`: above the labels.
/// Rules are left out: a markdown table has lines of its own.
std::string markdownTable(const std::vector<Row> &rows, const std::vector<Column> &columns,
                          const TimeScale &scale, const std::string &share,
                          const std::string &first = " ");

} // namespace tare
