// SPDX-License-Identifier: Apache-2.0
// The rows of the table of the whole program.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/column.h"
#include "analyzer/report/page.h"
#include "analyzer/report/selection.h"

#include <string>
#include <vector>

namespace tare {

struct Row {
  enum class Kind { Rule, Heading, Figures, Words, Remark };
  Kind kind = Kind::Figures;
  int indent = 0;
  std::string label;
  std::vector<Figure> figures;    ///< One a column.
  std::vector<std::string> words; ///< Likewise, for Words.
  Style style = Style::Plain;
  bool title = false; ///< The label may be long: it then has lines of its own above the figures.
};

std::vector<Row> tableRows(const Ledger &ledger, const Selection &selection,
                           const std::vector<Column> &columns);

} // namespace tare
