// SPDX-License-Identifier: Apache-2.0
// Notes on the serial program with probes: constructs without a counterpart, how much longer it
// took, and page faults that only one of the two serial programs has.
#pragma once

#include "analyzer/books/balances.h"
#include "analyzer/ledger/ledger.h"
#include "analyzer/tables/slowed_counterparts.h"

#include <optional>
#include <vector>

namespace tare {

std::vector<Note> pairingNotes(const PairingCoverage &pairing, const SerialRunTimes &serial,
                               const FoldersApart &apart);

/// `table` has its counts already; `probed`: the counts of the serial program with probes. Nothing:
/// both programs have about as many page faults, or a count is not known.
std::optional<Note> serialFaultsNote(const Table &table, const RunCounts &probed);

} // namespace tare
