// SPDX-License-Identifier: Apache-2.0
// What the accepted tuples say of the budget of the probes, for the ledger.
#pragma once

#include "analyzer/accounts/close.h"
#include "analyzer/ledger/ledger.h"
#include "analyzer/tables/statistics.h"

#include <optional>
#include <vector>

namespace tare {

/// Absent where there was no budget and nothing was left out.
std::optional<Budget> budgetOf(const std::vector<TupleAccount> &accounts, const KeyTable &keys,
                               const TupleStatistics &statistics);

/// A note each for regions with one measured execution that stands for all others, and for regions
/// with none; of the runs on p threads, then of those on one thread.
std::vector<Note> lonelyNotes(const std::vector<TupleAccount> &accounts);

} // namespace tare
