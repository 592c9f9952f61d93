// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/replayable.h"

#include <algorithm>

namespace tare {

namespace {

bool hasHiddenTeams(const Profile &profile) {
  for (uint32_t node = 0; node < profile.nodeCount(); ++node)
    if (profile.hidesTeam(node) &&
        std::ranges::any_of(profile.threads, [&](const ProfileThread &thread) {
          return node < thread.nodes.size() && thread.nodes[node].instances > 0;
        }))
      return true;
  return false;
}

} // namespace

Result<void> checkReplayable(const Profile &profile, const Teams &teams) {
  if (profile.cut_off)
    return Error{.message = "the run was cut off"};
  if (hasHiddenTeams(profile))
    return Error{.message = "a region was timed from outside only"};
  for (const RegionInstance &instance : teams.instances())
    if (instance.nested)
      return Error{.message = "regions are nested, and how their teams share threads and cores is "
                              "not known"};
    else if (!instance.first || !instance.joined)
      return Error{.message = "a region was not measured to its end"};
  return {};
}

} // namespace tare
