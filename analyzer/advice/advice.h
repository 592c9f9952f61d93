// SPDX-License-Identifier: Apache-2.0
// What to try next about the large rows of a table, from a table of rules.
//
//   Ledger -> [advice] -> Table::advice -> report
#pragma once

#include "analyzer/ledger/ledger.h"

#include <vector>

namespace tare {

/// Largest gain first, then the largest row; eight at most. None of a table that is not reliable.
/// Rows smaller than `advised_share` of T_p get none, nor do those whose band includes 0. At most
/// two constructs of a row: those with a quarter of it or more, the second of which does not repeat
/// what the first says. What a rule says about the program must leave enough of the row when
/// waiting for a CPU, and a debug build of the OpenMP runtime, are taken off (guard.h). With more
/// threads than cores, waits and the speed of work get none.
std::vector<Advice> adviceOn(const Ledger &ledger, const Table &table);

/// Fills Table::advice of all tables.
void advise(Ledger &ledger);

} // namespace tare
