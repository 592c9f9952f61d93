// SPDX-License-Identifier: Apache-2.0
// How often a construct's lock was taken and atomic constructs were executed, and for how long
// it lacked tasks, for the ledger.
#pragma once

#include "analyzer/accounts/close.h"
#include "analyzer/ledger/ledger.h"
#include "analyzer/tables/statistics.h"

#include <vector>

namespace tare {

/// Fills `lock`, `atomics` and what is told of them, and `lack_of_tasks_s`, by the mean over the
/// tuples.
void addUseLines(ConstructLines &construct, int key, const KeyTable &keys,
                 const std::vector<TupleAccount> &accounts, const TupleStatistics &statistics);

} // namespace tare
