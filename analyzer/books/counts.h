// SPDX-License-Identifier: Apache-2.0
// How much more often a construct was executed on p threads than on one, and by how many of them
// each time: what of its time the counts explain.
//
//   balances -> [counts] -> overheads
#pragma once

#include "analyzer/books/balances.h"

namespace tare {

/// N_1(u) / N_p(u) as BOOKS section 2 wants it. `paired` is false when one run lacks the node.
struct CountRatio {
  double one = 1, many = 1; // executions, those that threads repeat counted once
  bool paired = true;
  double repeated = 1; // of region code: how many threads execute all of it each time
};
CountRatio countRatio(const Balances &balances, int key);

/// What of the p-thread run's time one of the threads that repeat it has.
Ticks withoutRepetition(Ticks time, const CountRatio &ratio);

/// W + R for as many executions as on one thread: what compares with the 1-thread run's.
Ticks comparable(const NodeBalance &many, const CountRatio &ratio);

} // namespace tare
