// SPDX-License-Identifier: Apache-2.0
// Probes can make code slower than what they take themselves: the compiler no longer unrolls or
// vectorises what they stand in. Or faster.
#pragma once

#include "analyzer/ledger/ledger.h"

namespace tare {

/// What the probes take at most, wall clock: their highest cost, and no less than what was taken
/// out of the times.
double mostOfProbes(const OwnCost &own);

/// The table whose instrumented program took so much longer than the plain one that neither what
/// its probes take can be the reason nor its waiting for cores: beyond the band, three times as
/// much at least, and 10 % of T_p more. So it has to be on one thread, by 5 % of T_1 (`alone`;
/// null: not measured), for slower code is slower there: where it is so by all of the above, that
/// holds for every number of threads. Null: neither, or what they take is not known.
const Table *slowedIn(const Table &table, const Table *alone);
bool isSlowedCode(const Table &table, const Table *alone);

/// Whether the instrumented program took less time than the plain one, beyond the band and by 3 %
/// of T_p: a probe can make the code behind it faster.
bool isSpedUpCode(const Table &table);

/// Whether Tare compiled the programs so that functions begin at the same places of cache lines, or
/// was told to.
bool buildsAligned(const std::vector<RunSummary> &runs);

/// The table for one thread; null: none.
const Table *tableOfOneThread(const std::vector<Table> &tables);

} // namespace tare
