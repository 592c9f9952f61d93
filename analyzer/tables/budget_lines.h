// SPDX-License-Identifier: Apache-2.0
// The budget of the probes in the accepted repetitions: what was asked for, and what was skipped
// for it.
#pragma once

#include "analyzer/tables/means.h"

#include <optional>
#include <vector>

namespace tare {

/// Absent where there was no budget and nothing was left out.
std::optional<Budget> budgetOf(const Means &means, const KeyTable &keys);

/// A note each for regions with one measured execution that stands for all others, and for regions
/// with none; of the runs on p threads, then of those on one thread.
std::vector<Note> lonelyNotes(const std::vector<RepetitionAccount> &accounts);

} // namespace tare
