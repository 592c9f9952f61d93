// SPDX-License-Identifier: Apache-2.0
// Whether two ledgers may be compared: the same machine, asked for the same, in runs of their own.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <set>
#include <string>
#include <vector>

namespace tare {

/// What makes a comparison of overheads one of machines or of settings, a sentence each: host,
/// processor, cores, clock; reference; arguments, parameters and OpenMP environment; no number of
/// threads in common. Empty: nothing. How the programs were compiled may be what is under review,
/// and is no hindrance.
std::vector<std::string> hindrances(const Ledger &base, const Ledger &head);

/// What a reader should know all the same: other names, other compile lines, numbers of threads of
/// one side only, another budget of the probes.
std::vector<std::string> remarks(const Ledger &base, const Ledger &head);

/// Ids of the constructs that a plan left without probes.
std::set<std::string> leftOutOf(const Ledger &ledger);

/// Whether both hold the same runs: every T_s and T_p is the same to the nanosecond.
bool areSameRuns(const Ledger &a, const Ledger &b);

} // namespace tare
