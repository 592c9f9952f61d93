// SPDX-License-Identifier: Apache-2.0
// Profile -> RunBalance: every tick of p*T of one run under a state and a node.
#pragma once

#include "analyzer/books/balances.h"
#include "analyzer/books/run_queue.h"
#include "base/result.h"

namespace tare {

struct BalancedRun {
  RunBalance balance;
  double mean_threads_in_regions = 0;
  Ticks further_threads = 0; // thread time in regions of all threads but those that forked them
  std::vector<Note> notes;
};

/// `threads` is p. `keys` is what `table` gave for this profile. Error when the states do not sum
/// to p*T in ticks, or when the log, if complete, does not rebuild the same area: a dropped,
/// doubled or misplaced event.
Result<BalancedRun> balanceRun(const Profile &profile, const Teams &teams, int threads,
                               const KeyTable &table, const std::vector<int> &keys);

/// The states of a part of a run whose cells were rebuilt from its log: they need not sum to any
/// p*T, and are checked against nothing. `transfers`: those of the whole run, for the part's
/// segments; a reading of the run queue is of all segments since the last one.
RunBalance balancePart(const Profile &part, const Teams &teams, int threads, const KeyTable &table,
                       const std::vector<int> &keys, const Transfers &transfers);

/// By process-wide node index. What is beyond its end: none.
using CellSets = std::vector<CellSet>;

/// The states of a whole run, of these cells alone: they sum to less than p*T. A region's Wait
/// stands for what its workers wait at its end as well.
RunBalance balanceCells(const Profile &profile, const Teams &teams, int threads,
                        const KeyTable &table, const std::vector<int> &keys, const CellSets &cells);

} // namespace tare
