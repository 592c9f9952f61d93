// SPDX-License-Identifier: Apache-2.0
// The constructs of a table: their places, work, locks, atomics, loops and lines.
//
//   repetition accounts -> [construct lines] -> Table::constructs
#pragma once

#include "analyzer/tables/means.h"
#include "analyzer/tables/slowed_counterparts.h"

namespace tare {

/// Constructs that were executed in some repetition, the largest sum of |lines| first. One that
/// causes no overhead has time and no lines.
std::vector<ConstructLines> constructLines(const KeyTable &keys, const Means &means,
                                           const SlowedCounterparts &slowed_counterparts);

} // namespace tare
