// SPDX-License-Identifier: Apache-2.0
// Whether the programs print the same, in words.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <string>

namespace tare {

/// They do not, in more than the order of lines: a report says so first.
bool resultsDiffer(const Ledger &ledger);

/// "RESULTS DIFFER: the parallel program with 2 threads prints '0.69' where the serial program
/// prints '15.78' (line 1 of its output, in 3 of 16 runs).", or "Output: the same in all runs."
/// Empty: not known.
std::string outputsSentence(const Ledger &ledger);

/// What to do where they differ and may. Empty: they do not differ.
std::string outputsAdvice(const Ledger &ledger);

} // namespace tare
