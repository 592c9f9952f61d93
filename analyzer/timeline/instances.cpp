// SPDX-License-Identifier: Apache-2.0
#include "analyzer/timeline/instances.h"

#include <algorithm>
#include <map>

namespace tare {
namespace {

struct OfRegion {
  double area = 0; // ticks, those that a budget left out too
  std::vector<ChosenInstance> instances;
};

const Segment &masterEnd(const Profile &profile, const RegionInstance &instance) {
  return segmentAt(profile, *instance.last);
}

/// Waits for the team, without tasks that ran in them, and for locks and flags.
Ticks waitedIn(const Profile &profile, const RegionInstance &instance, Ticks end) {
  Ticks sum = 0;
  for (LogPlace place : instance.segments) {
    const Segment &segment = segmentAt(profile, place);
    sum += (segment.is_last ? end : segment.leave) - segment.arrive - segment.inWait();
    for (const SpentList *records : {&segment.spent, &segment.in_wait})
      for (const SpentTime &spent : *records)
        if (spent.kind == Spent::Wait)
          sum += spent.ticks;
  }
  return sum;
}

void choose(std::vector<ChosenInstance> &all, std::vector<ChosenInstance> &chosen) {
  std::ranges::stable_sort(all, {}, &ChosenInstance::waited);
  ChosenInstance &worst = all.back(), &median = all[(all.size() - 1) / 2];
  worst.executions = median.executions = all.size();
  worst.why = all.size() > 1 ? "worst" : "only";
  chosen.push_back(worst);
  if (&median == &worst)
    return;
  median.why = "median";
  chosen.push_back(median);
}

} // namespace

bool isWhole(const Profile &profile, const RegionInstance &instance) {
  if (!instance.joined || !instance.first || !instance.last || instance.meetings.empty())
    return false;
  const Segment &last = masterEnd(profile, instance);
  if (last.ordinal + size_t(1) != instance.meetings.size() || last.leave < last.arrive)
    return false;
  for (const Meeting &meeting : instance.meetings)
    if (meeting.arrivals.size() != last.team_size)
      return false;
  return true;
}

ChosenInstances chooseInstances(const Profile &profile, const Teams &teams, size_t most_regions) {
  ChosenInstances result;
  std::map<uint32_t, size_t> of_node;        // process-wide: region's index below
  std::map<std::string, size_t> of_identity; // copies of a region are one
  std::vector<OfRegion> regions;
  for (const RegionInstance &instance : teams.instances()) {
    if (!isWhole(profile, instance)) {
      ++result.incomplete;
      continue;
    }
    const Segment &last = masterEnd(profile, instance);
    auto [known, is_new] = of_node.try_emplace(last.region_node, 0);
    if (is_new) {
      const Node *node = profile.node(last.region_node);
      known->second =
          of_identity.try_emplace(node ? node->id.text() : "", regions.size()).first->second;
      regions.resize(std::max(regions.size(), known->second + 1));
    }
    OfRegion &region = regions[known->second];
    ChosenInstance chosen{&instance,  "", segmentAt(profile, *instance.first).open,
                          last.leave, 0,  0};
    chosen.waited = waitedIn(profile, instance, chosen.end);
    region.area +=
        double(last.team_size) * double(chosen.end - chosen.begin) * (1.0 + last.stands_for_count);
    region.instances.push_back(chosen);
  }
  std::ranges::stable_sort(regions, std::greater<>(), &OfRegion::area);
  for (size_t i = 0; i < regions.size(); ++i)
    if (i < most_regions)
      choose(regions[i].instances, result.instances);
    else
      ++result.regions;
  return result;
}

} // namespace tare
