// SPDX-License-Identifier: Apache-2.0
#include "analyzer/teams/outermost_regions.h"

#include <algorithm>

namespace tare {

static void add(std::vector<OutermostRegion> &regions, const Segment &segment) {
  if (regions.empty() || regions.back().instance != segment.instance)
    regions.push_back({.fork = segment.open,
                       .instance = segment.instance,
                       .region_node = segment.region_node,
                       .weight = segment.weight});
  OutermostRegion &region = regions.back();
  region.fork = std::min(region.fork, segment.open);
  if (segment.is_last) {
    region.join = std::max(segment.leave, segment.arrive);
    region.path = segment.path;
    region.stands_for_count = segment.stands_for_count;
    region.stands_for = segment.stands_for;
  }
}

std::vector<OutermostRegion> outermostRegions(const Profile &profile) {
  std::vector<OutermostRegion> regions;
  for (const ProfileThread &thread : profile.threads)
    for (const Segment &segment : thread.log)
      if (segment.depth == 0 && segment.is_master)
        add(regions, segment);
  std::erase_if(regions, [](const OutermostRegion &region) { return region.join == 0; });
  std::sort(regions.begin(), regions.end(), [](const OutermostRegion &a, const OutermostRegion &b) {
    return a.instance < b.instance;
  });
  return regions;
}

const OutermostRegion *RegionFinder::of(const Segment &segment) {
  return segment.depth == 0 ? byInstance(segment.instance) : byTime(segment.arrive);
}

const OutermostRegion *RegionFinder::byInstance(uint64_t instance) {
  bool is_ahead = at_ < regions_.size() && regions_[at_].instance <= instance;
  auto found = regions_.begin() + static_cast<std::ptrdiff_t>(is_ahead ? at_ : 0);
  for (int near = 0; near < 4 && found != regions_.end() && found->instance < instance; ++near)
    ++found;
  if (found != regions_.end() && found->instance < instance)
    found = std::lower_bound(
        found, regions_.end(), instance,
        [](const OutermostRegion &region, uint64_t wanted) { return region.instance < wanted; });
  at_ = static_cast<size_t>(found - regions_.begin());
  return found != regions_.end() && found->instance == instance ? &*found : nullptr;
}

const OutermostRegion *RegionFinder::byTime(Ticks arrive) const {
  auto found =
      std::lower_bound(regions_.begin(), regions_.end(), arrive,
                       [](const OutermostRegion &region, Ticks at) { return region.join < at; });
  return found != regions_.end() && found->fork <= arrive ? &*found : nullptr;
}

} // namespace tare
