// SPDX-License-Identifier: Apache-2.0
// The accepted repetitions of one p -> their table: head, lines, constructs, pairing, budget.
//
//   repetition accounts -> [table lines] -> Table
#pragma once

#include "analyzer/tables/means.h"

namespace tare {

/// `aligned`: functions lie at the same places in all programs. The caller adds notes on the runs,
/// call paths, and counts of the system.
Table tableOfRepetitions(const KeyTable &keys, const Means &means, bool aligned);

} // namespace tare
