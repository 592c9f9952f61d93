// SPDX-License-Identifier: Apache-2.0
// Which executions of which regions are worth a timeline.
//
//   Profile, Teams -> [instances] -> make timeline
#pragma once

#include "analyzer/teams/teams.h"
#include "analyzer/timeline/make_timeline.h"

#include <string>
#include <vector>

namespace tare {

struct ChosenInstance {
  const RegionInstance *instance = nullptr;
  std::string why; // as TimelineInstance
  Ticks begin = 0, end = 0, waited = 0;
  size_t executions = 0;
};

struct ChosenInstances {
  std::vector<ChosenInstance> instances; // by region, the largest first; the worst first
  int64_t regions = 0;                   // that were left out: too many
  int64_t incomplete = 0;                // instances that the log has not kept all of
};

/// An instance that is whole: all meetings of all its threads, from the fork to the join.
bool isWhole(const Profile &profile, const RegionInstance &instance);

ChosenInstances chooseInstances(const Profile &profile, const Teams &teams, size_t most_regions);

} // namespace tare
