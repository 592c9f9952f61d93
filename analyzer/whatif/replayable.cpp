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

Result<void> checkIndependent(const Profile &profile) {
  constexpr uint64_t few = 100; // executions
  uint64_t entries = 0;
  for (const ProfileThread &thread : profile.threads)
    for (uint32_t node = 0; node < thread.nodes.size(); ++node)
      if (const Node *of = profile.node(node);
          of && (of->kind == NodeKind::Ordered || of->kind == NodeKind::Spin))
        entries += thread.nodes[node].cells[Spent::Wait].entries +
                   thread.nodes[node].cells[Spent::Body].entries;
  if (entries > few)
    return Error{.message = "threads wait for each other inside of loops (ordered, doacross, flags), "
                            "and the log has only sums of that"};
  return {};
}

} // namespace tare
