// SPDX-License-Identifier: Apache-2.0
// Notes on teams of another size than the run was started with.
#pragma once

#include "analyzer/books/balances.h"

#include <string>

namespace tare {

/// omp_set_num_threads() is stronger than what the run was started with. Empty: it was not used so.
std::string moreThreadsText(double mean_threads_in_regions, int threads);

/// Threads beyond p (X) are taken off time without a core, and what they did is in all lines.
/// Empty: they are less than 2 % of it.
std::string surplusText(const RunBalance &run, int threads);

} // namespace tare
