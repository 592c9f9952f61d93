// SPDX-License-Identifier: Apache-2.0
// Figures of one overhead in a table.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <string_view>

namespace tare {

/// The line of a category, or nullptr, and its time, or 0.
const Estimate *estimateOf(const Table &table, std::string_view category);
double timeOf(const Table &table, std::string_view category);

/// What all constructs have of it; the rest of the line has no place.
double timeAtConstructs(const Table &table, std::string_view category);

/// Wall-clock seconds that page faults shared by `threads` threads take at least: half a
/// microsecond each, the kernel's own work for a page of zeros.
double timeOfFaults(double faults, int threads);

} // namespace tare
