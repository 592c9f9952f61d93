// SPDX-License-Identifier: Apache-2.0
// The regions that the initial thread forked, as the log tells them, and the one that a segment
// lies in. They follow one another: what lies in the time of one belongs to it, regions nested in
// it included.
//
//   Profile, Teams -> [outermost regions] -> expanded, paths
#pragma once

#include "analyzer/teams/teams.h"

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

/// Those that the log has the end of, in the order in which they were forked. That is the order of
/// their joins, too.
class OutermostRegions {
public:
  OutermostRegions(const Profile &profile, const Teams &teams);

  const std::vector<OutermostRegion> &all() const { return regions_; }
  /// Index of the one that a segment lies in. Absent: the log has not kept it.
  std::optional<size_t> of(LogPlace place) const;

private:
  std::optional<size_t> byTime(Ticks arrive) const;

  const Profile &profile_;
  const Teams &teams_;
  std::vector<OutermostRegion> regions_;
  std::vector<std::optional<size_t>> of_instance_; // by instance of Teams
};

} // namespace tare
