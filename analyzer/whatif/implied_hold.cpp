// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/implied_hold.h"

#include "analyzer/replay/lock_queue.h"
#include "analyzer/whatif/loop_knowledge.h"
#include "analyzer/whatif/lock_objects.h"

#include <algorithm>

namespace tare {

namespace {

struct UseOfLock {
  double waits = 0, acquisitions = 0;
  int users = 0;
};

UseOfLock useOfLock(const Profile &profile, uint32_t node) {
  UseOfLock use;
  for (const ProfileThread &thread : profile.threads)
    if (node < thread.nodes.size()) {
      const ProfileCell &wait = thread.nodes[node].cells[Spent::Wait];
      use.waits += static_cast<double>(wait.ticks);
      use.acquisitions += static_cast<double>(wait.entries);
      use.users += wait.entries > 0;
    }
  return use;
}

/// Work of all threads in a construct and in all that stands inside.
double workInside(const Profile &profile, uint32_t node) {
  std::vector<bool> one(profile.nodeCount(), false);
  one[node] = true;
  std::vector<bool> inner = withInner(profile, one);
  double work = 0;
  for (const ProfileThread &thread : profile.threads)
    for (uint32_t at = 0; at < thread.nodes.size(); ++at)
      if (inner[at])
        for (Spent kind : {Spent::Body, Spent::Creation})
          work += static_cast<double>(thread.nodes[at].cells[kind].ticks);
  return work;
}

} // namespace

std::vector<double> impliedHolds(const Profile &profile) {
  std::vector<double> holds(profile.nodeCount(), 0);
  std::vector<int> locks = lockObjects(profile);
  std::vector<LockEvents> events = lockEvents(profile);
  for (const ProfileModule &module : profile.modules)
    for (size_t i = 0; i < module.tree.nodes.size(); ++i) {
      const Node &node = module.tree.nodes[i];
      auto at = static_cast<uint32_t>(module.first_node + i);
      if (node.kind != NodeKind::Lock || locks[at] < 0 || node.parent < 0)
        continue;
      if (events[at].hold > 0) {
        holds[at] = events[at].hold;
        continue;
      }
      UseOfLock use = useOfLock(profile, at);
      double busy = workInside(profile, static_cast<uint32_t>(module.first_node) +
                                            static_cast<uint32_t>(node.parent));
      if (use.users > 1 && busy > 0)
        holds[at] = holdFrom(use.users, busy / use.acquisitions, use.waits / use.acquisitions);
    }
  return holds;
}

} // namespace tare
