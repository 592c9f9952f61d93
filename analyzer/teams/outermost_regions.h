// SPDX-License-Identifier: Apache-2.0
// The regions that the initial thread forked, as the log tells them, and which of them a segment
// lies in. They follow one another: what lies in the time of one belongs to it, regions nested in
// it included.
//
//   Profile -> [outermost regions] -> expanded, paths
#pragma once

#include "analyzer/profile/profile.h"

#include <vector>

namespace tare {

struct OutermostRegion {
  Ticks fork = 0, join = 0; // of the master's segments that the log has kept
  uint64_t instance = 0;
  uint32_t path = 0, region_node = 0, stands_for_count = 0; // as Segment has them
  Ticks stands_for = 0;
  double weight = 1;

  Ticks span() const { return join - fork; }
};

/// In the order of their instances, which is that of their joins, too.
std::vector<OutermostRegion> outermostRegions(const Profile &profile);

/// Finds the regions of one thread's segments, which are mostly asked for in their order.
class RegionFinder {
public:
  explicit RegionFinder(const std::vector<OutermostRegion> &regions) : regions_(regions) {}

  /// Null: one that the log has not kept.
  const OutermostRegion *of(const Segment &segment);

private:
  const OutermostRegion *byInstance(uint64_t instance);
  const OutermostRegion *byTime(Ticks arrive) const;

  const std::vector<OutermostRegion> &regions_;
  size_t at_ = 0;
};

} // namespace tare
