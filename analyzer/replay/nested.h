// SPDX-License-Identifier: Apache-2.0
// The records of what a thread spent on regions that it forked inside of another one.
//
//   shrunk nested instances -> [nested] -> the record around them
#pragma once

#include "analyzer/profile/profile.h"

#include <functional>
#include <map>

namespace tare {

/// By node of region. Regions of one node may have several records, one for each construct around
/// them.
using TicksByNode = std::map<uint32_t, Ticks>;
TicksByNode nestedIn(const SpentList &records);

/// Takes so much from the records of a node's regions, and no more than they have. Returns how
/// much.
Ticks takeFromNested(SpentList &records, uint32_t node, Ticks ticks);

/// What `lacking` holds of regions that a thinned log lacks shrinks by `factor` of their node: as
/// those do that it has. Returns how much it was.
Ticks takeLacking(SpentList &records, const TicksByNode &lacking,
                  const std::function<double(uint32_t)> &factor);

} // namespace tare
