// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/work_sharing.h"

namespace tare {

namespace {

constexpr int most_steps = 256; // up the text and out of functions

} // namespace

WorkSharing::WorkSharing(const Profile &profile) {
  parent_.assign(profile.nodeCount(), -1);
  for (const ProfileModule &module : profile.modules)
    for (size_t i = 0; i < module.tree.nodes.size(); ++i) {
      auto index = static_cast<uint32_t>(module.first_node + i);
      int parent = module.tree.nodes[i].parent;
      bool has_parent =
          parent >= 0 && isOpenMP(module.tree.nodes[static_cast<size_t>(parent)].kind);
      parent_[index] = has_parent ? static_cast<int64_t>(module.first_node) + parent
                                  : outerOf(profile, index);
    }
  for (uint32_t node = 0; node < profile.nodeCount(); ++node) {
    inside_.push_back(shareOf(profile, node, most_steps));
    around_.push_back(shareOf(profile, parent_[node], most_steps));
  }
}

// In the text of a function nothing is around it: it is where the function was called from.
int64_t WorkSharing::outerOf(const Profile &profile, uint32_t node) {
  for (const ProfileThread &thread : profile.threads)
    if (node < thread.nodes.size() && thread.nodes[node].outer.count > 0)
      return *thread.nodes[node].outer.begin();
  return -1;
}

WorkShare WorkSharing::shareOf(const Profile &profile, int64_t node, int steps) const {
  for (; node >= 0 && steps > 0; node = parent_[static_cast<size_t>(node)], --steps) {
    auto main = static_cast<uint32_t>(node);
    const Node *here = profile.node(main);
    switch (here->kind) {
    case NodeKind::For:
      return {WorkShare::Kind::Loop, main};
    case NodeKind::Section:
      return {WorkShare::Kind::Section, main};
    case NodeKind::Single:
      return {WorkShare::Kind::Once, main};
    case NodeKind::Master:
    case NodeKind::Masked:
      return {WorkShare::Kind::Master, main};
    case NodeKind::Task:
    case NodeKind::Taskloop:
      return {WorkShare::Kind::Task, main};
    case NodeKind::Parallel:
      return {here->uses_thread_num ? WorkShare::Kind::ByHand : WorkShare::Kind::Repeated, main};
    default:
      break;
    }
  }
  return {};
}

} // namespace tare
