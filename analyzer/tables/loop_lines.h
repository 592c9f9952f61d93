// SPDX-License-Identifier: Apache-2.0
// The inside of one loop, from all accepted repetitions: sampled iterations, and imbalance over
// time.
#pragma once

#include "analyzer/accounts/close.h"
#include "analyzer/ledger/ledger.h"

#include <vector>

namespace tare {

/// Fills `iterations`, `iteration_variable` and `over_time`. Imbalance over time is told only where
/// it is at least a thousandth of T_p and the loop was met more than once.
void addLoopLines(ConstructLines &construct, int key, const Node &node,
                  const std::vector<RepetitionAccount> &accounts);

} // namespace tare
