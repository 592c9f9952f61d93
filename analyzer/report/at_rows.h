// SPDX-License-Identifier: Apache-2.0
// The rows of the table of a part of one's choice, of what it holds, and the sentences about it.
#pragma once

#include "analyzer/report/column.h"
#include "analyzer/report/rows.h"

#include <string>
#include <vector>

namespace tare {

/// A part as it is shown: the whole program, the part (partOf), and what the user called it. Tables
/// in which nothing of the part was executed are not among those of `part`.
struct ShownPart {
  const Ledger &whole;
  const Ledger &part;
  std::string place;

  /// The whole program's table of a size.
  const Table &wholeTable(RunSize size) const;
};

/// The part's times, its overheads, their sum, and what share of the program it is. Columns are
/// those of the part.
std::vector<Row> partTableRows(const ShownPart &shown, const Selection &selection,
                               const std::vector<Column> &columns);

/// Each construct in it with its own time and overhead, in the order of the source: the `top`
/// largest at the largest p, the others in one row. Times add up to the part's.
std::vector<Row> heldRows(const ShownPart &shown, int top, const std::vector<Column> &columns);

/// "lu2, the part at lu2.c:31: 3 constructs in main"
std::string partTitle(const ShownPart &shown);

/// How to read the figures, and what the experiment's warnings are.
std::vector<std::string> partSentences(const ShownPart &shown);

} // namespace tare
