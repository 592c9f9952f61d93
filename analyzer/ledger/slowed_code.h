// SPDX-License-Identifier: Apache-2.0
// Probes can make code slower than what they take themselves: the compiler no longer unrolls or
// vectorises what they stand in.
#pragma once

#include "analyzer/ledger/ledger.h"

namespace tare {

/// What the probes take at most, wall clock: their highest cost, and no less than what was taken
/// out of the times.
double mostOfProbes(const OwnCost &own);

/// Whether the instrumented program took so much longer than the plain one that neither what its
/// probes take can be the reason nor its waiting for cores: beyond the band, three times as much
/// at least, and 10 % of T_p more. So it has to be on one thread, by 5 % of T_1 (`alone`; null: not
/// measured), for slower code is slower there. False where what they take is not known.
bool isSlowedCode(const Table &table, const Table *alone);

/// The table for one thread; null: none.
const Table *tableOfOneThread(const std::vector<Table> &tables);

} // namespace tare
