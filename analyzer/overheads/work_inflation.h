// SPDX-License-Identifier: Apache-2.0
// The same work on p threads and on one, in two parts: what the cores' clock explains, and the
// rest. What work_rate and data_access have in common.
#pragma once

#include "analyzer/overheads/overhead.h"

namespace tare {

/// Thread time beyond that of the 1-thread run. Without counters all of it is `clock`.
struct WorkInflation {
  Ticks clock = 0; // the cores' clock ran slower (or the part that nothing tells from that)
  Ticks data = 0;  // more cycles for the same work: caches, memory, neighbours
};

/// The work of one node (or of serial code) in the two runs.
WorkInflation inflationOf(const Balances &balances, Ticks one, Ticks many);

/// W and R of a node as far as the 1-thread run's count explains them, and serial code there.
/// Opaque and unpaired nodes: only serial code.
WorkInflation inflationAt(const Balances &balances, int key);

/// S_p - S_1 of a serial statement that only one of the two runs executed, or one of them half as
/// often again as the other: they took other ways there. Of any other 0, and of one that is too short
/// to be told in one of them.
Ticks serialOfOtherCount(const Balances &balances, int key);

/// Whether both runs tell the time of a serial statement, and executed it alike.
bool serialInBoth(const Balances &balances, int key);

/// Serial code at no known place.
WorkInflation serialInflation(const Balances &balances);

} // namespace tare
