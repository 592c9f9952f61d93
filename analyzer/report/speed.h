// SPDX-License-Identifier: Apache-2.0
// How fast the parallel program is, in words: beside what it is compared with.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <string>

namespace tare {

/// What a run is compared with: T_s, of a job with fixed ranks the time of these with one thread
/// each.
double comparedSeconds(const Table &table, const Ledger &ledger);

/// "the serial program", "the same program on one thread".
std::string comparedText(const Ledger &ledger);

/// "1.27 times as fast", "3.1 times as slow", "as fast".
std::string speedText(const Table &table, const Ledger &ledger);

/// "efficiency 62.8 % ± 2.0"
std::string efficiencyText(const Table &table);

/// " ± 2.0", in per cent of `whole`; empty: one repetition.
std::string percentBandText(const Estimate &estimate, double whole);

/// "on 2 threads 1.27 times as fast as the serial program (efficiency ...)", without a full stop.
std::string speedSentence(const Table &table, const Ledger &ledger);

} // namespace tare
