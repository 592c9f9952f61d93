// SPDX-License-Identifier: Apache-2.0
// Probes can make code slower than what they take themselves: the compiler no longer unrolls or
// vectorises what they stand in. Or faster.
#pragma once

#include "analyzer/ledger/ledger.h"

namespace tare {

/// The most that the probes can have taken, wall-clock seconds: their highest cost, and at least
/// the time that was taken out.
double mostOfProbes(const OwnCost &own);

/// The table whose instrumented program has slower code than the plain one. It took longer than its
/// probes and its waits for cores explain: beyond the band, at least three times as much, and 10 %
/// of T_p more. Slower code is slower on one thread too, by 5 % of T_1 (`alone`; null: not
/// measured); where `alone` meets all of the above, it answers for every number of threads. Null:
/// neither, or the probes' cost is not known.
const Table *slowedIn(const Table &table, const Table *alone);
bool isSlowedCode(const Table &table, const Table *alone);

/// Whether the instrumented program took less time than the plain one, beyond the band and by 3 %
/// of T_p: a probe can make the code behind it faster.
bool isSpedUpCode(const Table &table);

/// Whether the programs were compiled so that functions begin at the same places of cache lines.
bool buildsAligned(const std::vector<RunSummary> &runs);

} // namespace tare
