// SPDX-License-Identifier: Apache-2.0
// Nested teams on the cores that a small outer team leaves (BOOKS section 3: E and X are of
// threads, E = max(p - n, 0), X = max(n - p, 0) with n all threads that are in a team at that
// moment).
//
// The cells only know each team by itself: an outer one of n lacks p - n, a nested one of k has
// k - 1 too many. While both are, that is counted on both sides.
//
//   Profile, Teams -> [team overlap] -> balance_run
#pragma once

#include "analyzer/teams/teams.h"

#include <vector>

namespace tare {

/// Thread time that is in `missing` of one region and in `surplus` of another.
struct TeamOverlap {
  uint32_t outer = 0, inner = 0; // region nodes, process-wide
  Ticks ticks = 0;
};

/// Rebuilt from the log. Of nested teams that it lacks it is estimated by those that it has.
std::vector<TeamOverlap> teamOverlaps(const Profile &profile, const Teams &teams);

} // namespace tare
