// SPDX-License-Identifier: Apache-2.0
// Where the overheads are: the largest constructs at the largest p.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/column.h"
#include "analyzer/report/figures.h"
#include "analyzer/report/page.h"

#include <string>
#include <vector>

namespace tare {

/// Constructs whose lines are worth showing, the largest sum of |lines| first.
std::vector<const ConstructLines *> largestConstructs(const Table &table);

/// A construct's lines of at least `threshold` seconds, largest first.
std::vector<LedgerLine> largestLines(const ConstructLines &construct, double threshold);

/// `blanks` and "(12 times)"; "(12 times, all threads together)" where each thread of a team
/// executes it for itself. Empty: not known, as in a predicted table.
std::string instancesText(const ConstructLines &construct, int threads,
                          const std::string &blanks = "  ");

/// Writes the `top` largest constructs; `column` is their table's.
void writeConstructs(Page &page, const Column &column, int top, const CellLayout &layout,
                     const TimeScale &scale);

} // namespace tare
