// SPDX-License-Identifier: Apache-2.0
// The table of earlier results, from whatever of them is at hand.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "base/result.h"
#include "driver/results/results.h"

#include <string>
#include <vector>

namespace tare {

/// Experiments in a base such as tare-results, the oldest first.
std::vector<std::string> experimentsOf(const std::string &base);

/// Of couplings, or of runs that were interrupted before there were any.
bool isCouplingFolder(const std::string &folder);

/// Folders that tare model --couple made in such a base, also unfinished ones, the oldest first.
std::vector<std::string> couplingFoldersOf(const std::string &base);
/// Both, the oldest first.
std::vector<std::string> resultsOf(const std::string &base);

/// The folder of the newest experiment in a base such as tare-results. Error: there is none.
Result<std::string> latestResults(const std::string &base);

/// `path`: a results folder, the folder of one run, a folder with one experiment in it, a profile,
/// or a table in JSON. Where the runs cannot be booked again, the table that was kept is taken,
/// with a complaint. `renewal`: node tables come from the sources, so a table that was kept is an
/// Error; null: from the profiles.
Result<Ledger> ledgerAt(const std::string &path, Times times = Times::Approximated,
                        NodeRenewal *renewal = nullptr);

} // namespace tare
