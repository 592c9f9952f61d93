// SPDX-License-Identifier: Apache-2.0
// The rows of the table of functions or of constructs.
#pragma once

#include "analyzer/report/parts.h"
#include "analyzer/report/rows.h"

#include <vector>

namespace tare {

/// Totals in one table of the first `shown` parts, of the other parts together, and of the rest,
/// rounded so that they sum to the total overhead.
std::vector<Figure> partTotals(const Parts &parts, size_t shown, size_t table,
                               const Column &column);

/// `first`: index of the table of the first column. The `top` largest parts are shown, the others
/// in one row. Totals of parts are rounded so that they sum to the total overhead.
std::vector<Row> partRows(const Ledger &ledger, const Parts &parts, View view, int top,
                          const std::vector<Column> &columns, size_t first);

} // namespace tare
