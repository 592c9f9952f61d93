// SPDX-License-Identifier: Apache-2.0
// Notes on teams of another size than the run was started with.
#pragma once

#include "analyzer/books/balances.h"

#include <optional>

namespace tare {

/// omp_set_num_threads() is stronger than what the run was started with. Nothing: the program did
/// not use it so.
std::optional<Note> moreThreadsNote(double mean_threads_in_regions, int threads);

/// Threads beyond p (X) are taken off time without a core, and what they did is in all lines.
/// Nothing: they are less than 2 % of p*T.
std::optional<Note> surplusNote(const RunBalance &run, int threads);

} // namespace tare
