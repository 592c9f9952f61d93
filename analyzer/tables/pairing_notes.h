// SPDX-License-Identifier: Apache-2.0
// What is said of the serial program with probes: constructs without a twin, how much longer it
// took, and page faults that only one of the two serial programs has.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/tables/slowed_twins.h"

#include <string>
#include <vector>

namespace tare {

/// `apart`: how the files of both programs differ; empty: they do not, or nothing tells.
std::vector<std::string> pairingNotes(const PairingCoverage &pairing, const SerialRunTimes &serial,
                                      const std::string &apart);

/// Of a table with its counts; `probed` are those of the serial program with probes. Empty: they
/// are alike, or not known.
std::string serialFaultsText(const Table &table, const RunCounts &probed);

} // namespace tare
