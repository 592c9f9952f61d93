// SPDX-License-Identifier: Apache-2.0
// What to try next about the large lines of a table: one sentence each, from a table of rules.
//
//   Ledger -> [advice] -> Table::advice -> report
#pragma once

#include "analyzer/ledger/ledger.h"

#include <vector>

namespace tare {

/// Largest line first, eight at most. Lines smaller than `advised_share` of T_p get none, nor do
/// those whose band includes 0. At most two constructs of a line: those with a quarter of it
/// or more, the second of which does not repeat what the first says. With more threads than cores
/// waits and the speed of work get none; waits get none when more time was lost without a core:
/// what was waited for may have been that.
std::vector<Advice> adviceOn(const Ledger &ledger, const Table &table);

/// Fills Table::advice of all tables.
void advise(Ledger &ledger);

} // namespace tare
