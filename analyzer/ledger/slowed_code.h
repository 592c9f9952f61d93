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
/// at least, and 10 % of T_p more. False where what they take is not known.
bool isSlowedCode(const Table &table);

} // namespace tare
