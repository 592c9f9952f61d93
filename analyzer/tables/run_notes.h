// SPDX-License-Identifier: Apache-2.0
// Notes on the measured runs of one p themselves: they are too short, or do not all do the same.
//
//   RepetitionAccount of each -> [run notes] -> Table::notes
#pragma once

#include "analyzer/accounts/close.h"
#include "analyzer/ledger/run_size.h"

#include <vector>

namespace tare {

/// At most one note each. `parallel_s`: T_p of their table. Runs are unlike when the counts of a
/// construct with at least a tenth of the threads' time differ by more than 5 %. The note names the
/// construct whose difference takes most. None for runs that were cut off, or where a budget
/// skipped something that is counted.
std::vector<Note> runNotes(const std::vector<RepetitionAccount> &accounts, const KeyTable &keys,
                           double parallel_s, RunSize size);

} // namespace tare
