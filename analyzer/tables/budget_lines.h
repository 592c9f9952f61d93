// SPDX-License-Identifier: Apache-2.0
// What the accepted tuples say of the budget of the probes, for the ledger.
#pragma once

#include "analyzer/accounts/close.h"
#include "analyzer/ledger/ledger.h"
#include "analyzer/tables/statistics.h"

#include <optional>
#include <string>
#include <vector>

namespace tare {

/// Absent where there was no budget and nothing was left out.
std::optional<Budget> budgetOf(const std::vector<TupleAccount> &accounts, const KeyTable &keys,
                               const TupleStatistics &statistics);

/// A note each for regions of which one measured execution stands for all others, and for those of
/// which none was measured; of the tuples' runs, and of those on one thread beside them.
std::vector<std::string> lonelyNotes(const std::vector<TupleAccount> &accounts);

} // namespace tare
