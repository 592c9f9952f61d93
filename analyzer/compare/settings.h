// SPDX-License-Identifier: Apache-2.0
// Whether two ledgers may be compared: the same machine, asked for the same, in runs of their own.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <set>
#include <string>
#include <vector>

namespace tare {

/// Differences that would make it a comparison of machines or settings, a sentence each: host,
/// processor, cores, clock; reference; arguments, parameters and OpenMP environment; no number of
/// threads in common. Compile lines are no hindrance: they may be under review.
std::vector<std::string> hindrances(const Ledger &base, const Ledger &head);

/// Differences that a reader should know: names, compile lines, numbers of threads on one side
/// only, budgets of the probes.
std::vector<std::string> remarks(const Ledger &base, const Ledger &head);

/// Ids of the constructs that a plan left without probes.
std::set<std::string> unprobedOf(const Ledger &ledger);

/// Whether both hold the same runs: every T_s and T_p is the same to the nanosecond.
bool areSameRuns(const Ledger &a, const Ledger &b);

} // namespace tare
