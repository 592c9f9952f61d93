// SPDX-License-Identifier: Apache-2.0
// What the runtime leaves out under a budget, played on a complete profile: so the truth of what
// was left out is known.
//
//   complete Profile, choices -> [chooser] -> Profile with ASLEEP and STANDS_FOR -> expanded
#pragma once

#include "analyzer/teams/outermost_regions.h"
#include "tests/perturbation/random_program.h"

#include <string>
#include <vector>

namespace tare::test {

enum class Choice : uint8_t {
  Measure,
  Unlogged, // measured, but the log has not kept it
  LeaveOut
};
using Choices = std::vector<Choice>; // of the outermost regions, in their order

std::vector<OutermostRegion> regionsOf(const Profile &profile);

/// The one that a segment lies in; null: none.
const OutermostRegion *regionAround(const std::vector<OutermostRegion> &regions,
                                    const Segment &segment);

/// How many outermost regions there are.
size_t outermostCount(const Profile &complete);

/// The first one of each region is measured, and then one in each row of `row`, by chance.
Choices rows(const Profile &complete, Random &random, size_t row);

/// As the runtime would have recorded it: what is left out is in ASLEEP, and those that are logged
/// stand for what was left out of their region before.
Profile choose(const Profile &complete, const Choices &choices);

/// The first figure that differs by more than `tolerance`, of all cells and teams; empty: none.
std::string cellsDiffer(const Profile &is, const Profile &should_be, Ticks tolerance = 0);

} // namespace tare::test
