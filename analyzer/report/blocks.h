// SPDX-License-Identifier: Apache-2.0
// A table for a terminal: a column for each p, side by side as far as the page is wide, then blocks
// of further ones below.
#pragma once

#include "analyzer/report/column.h"
#include "analyzer/report/figures.h"
#include "analyzer/report/page.h"
#include "analyzer/report/rows.h"

#include <functional>
#include <vector>

namespace tare {

/// Whether any line has a band: one repetition has none.
bool hasBands(const Ledger &ledger);

class Blocks {
public:
  /// As few blocks as fit, of nearly equal numbers of columns, all laid out alike.
  Blocks(const Ledger &ledger, const Selection &selection, int width, bool bands);

  /// The rows for some columns, the first of which is of the table with that index.
  using RowsOf = std::function<std::vector<Row>(const std::vector<Column> &columns, size_t first)>;
  /// An empty line in front of each block.
  void write(Page &page, const RowsOf &rows) const;

  const TimeScale &scale() const { return scale_; }
  /// For a single column that stands below the last one of the table.
  CellLayout layoutOfLast() const;

private:
  void writeBlock(Page &page, const RowsOf &rows, size_t first, size_t count) const;

  const Ledger &ledger_;
  const Selection &selection_;
  size_t columns_ = 1; // of a block
  CellLayout layout_;
  TimeScale scale_;
};

} // namespace tare
