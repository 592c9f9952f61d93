// SPDX-License-Identifier: Apache-2.0
// The constructs of a table: their places, work, locks, atomics, loops and lines.
//
//   tuple accounts -> [construct lines] -> Table::constructs
#pragma once

#include "analyzer/tables/means.h"
#include "analyzer/tables/slowed_twins.h"

namespace tare {

/// Constructs with a line in some tuple, the largest sum of |lines| first.
std::vector<ConstructLines> constructLines(const KeyTable &keys, const Means &means,
                                           const SlowedTwins &slowed_twins);

} // namespace tare
