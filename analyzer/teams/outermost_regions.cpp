// SPDX-License-Identifier: Apache-2.0
#include "analyzer/teams/outermost_regions.h"

#include <algorithm>

namespace tare {

OutermostRegions::OutermostRegions(const Profile &profile, const Teams &teams)
    : profile_(profile), teams_(teams) {
  for (const RegionInstance &instance : teams.instances()) {
    std::optional<size_t> &number = of_instance_.emplace_back();
    if (instance.nested || !instance.joined)
      continue;
    const Segment &first = segmentAt(profile, *instance.first);
    const Segment &last = segmentAt(profile, *instance.last);
    number = regions_.size();
    regions_.push_back({.fork = first.open,
                        .join = std::max(last.leave, last.arrive),
                        .instance = first.instance,
                        .path = last.path,
                        .region_node = first.region_node,
                        .stands_for_count = last.stands_for_count,
                        .stands_for = last.stands_for,
                        .weight = first.weight});
  }
}

std::optional<size_t> OutermostRegions::of(LogPlace place) const {
  uint32_t instance = teams_.meetingOf(place).instance;
  return teams_.instances()[instance].nested ? byTime(segmentAt(profile_, place).arrive)
                                             : of_instance_[instance];
}

std::optional<size_t> OutermostRegions::byTime(Ticks arrive) const {
  auto found = std::ranges::lower_bound(regions_, arrive, {}, &OutermostRegion::join);
  if (found == regions_.end() || found->fork > arrive)
    return std::nullopt;
  return static_cast<size_t>(found - regions_.begin());
}

} // namespace tare
