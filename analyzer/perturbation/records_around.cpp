// SPDX-License-Identifier: Apache-2.0
#include "analyzer/perturbation/records_around.h"

#include "analyzer/cost/probe_costs.h"

namespace tare {

namespace {

std::vector<int64_t> parentsOf(const Profile &profile) {
  std::vector<int64_t> parents(profile.nodeCount(), -1);
  for (const ProfileModule &module : profile.modules)
    for (size_t i = 0; i < module.tree.nodes.size(); ++i)
      if (int parent = module.tree.nodes[i].parent; parent >= 0)
        parents[module.first_node + i] = int64_t(module.first_node) + parent;
  return parents;
}

// All of a team's threads meet it. It may lie in none of these, nor in what is executed by one
// thread, or by one at a time (OpenMP 5.2, section 17.1).
bool meetsTeam(NodeKind kind) {
  return kind == NodeKind::For || kind == NodeKind::Sections || kind == NodeKind::Single ||
         kind == NodeKind::Barrier;
}

bool mayHoldTeamConstruct(NodeKind kind) {
  return !meetsTeam(kind) && kind != NodeKind::Section && kind != NodeKind::Master &&
         kind != NodeKind::Masked && kind != NodeKind::Critical && kind != NodeKind::Ordered &&
         kind != NodeKind::Task && kind != NodeKind::Taskloop;
}

bool isTaskWait(const Profile &profile, const SpentTime &record) {
  const Node *node = profile.node(record.node);
  CostKind kind;
  return record.kind == Spent::Wait && node && costKindOf(node->kind, record.kind, false, kind) &&
         kind == CostKind::TaskWait;
}

} // namespace

SpentTime *recordOf(SpentList &records, uint32_t node, Spent kind) {
  for (SpentTime &record : records)
    if (record.node == node && record.kind == kind)
      return &record;
  return nullptr;
}

RecordsAround::RecordsAround(const Profile &profile)
    : profile_(profile), parents_(parentsOf(profile)) {}

// The gap before it, as far as it was seen as Q, or else a wait of its own.
RecordsAround::Around RecordsAround::ofTask(SpentList &records, uint32_t node) const {
  Around around = {};
  size_t known = 0;
  if (SpentTime *fetching = recordOf(records, node, Spent::TaskGap))
    around[known++] = fetching;
  for (SpentTime &record : records)
    if (known < 2 && isTaskWait(profile_, record)) {
      around[known++] = &record;
      if (SpentTime *fetching = recordOf(records, record.node, Spent::Fetching))
        around[known++] = fetching;
    }
  return around;
}

// The construct that encloses it in the source. Where its function was called from nobody knows: in
// the region itself, else where the thread spent most.
RecordsAround::Around RecordsAround::of(SpentList &records, uint32_t node,
                                        const Segment &segment) const {
  for (int64_t at = parent(node); at >= 0; at = parent(static_cast<uint32_t>(at)))
    if (SpentTime *found = recordOf(records, static_cast<uint32_t>(at), Spent::Body))
      return {found};
  SpentTime *region = recordOf(records, segment.region_node, Spent::Body);
  SpentTime *most = longest(records, node);
  return region ? Around{region, most} : Around{most};
}

// Of the constructs that a thread is in, the one that it spends most in, of those that may hold
// this one.
SpentTime *RecordsAround::longest(SpentList &records, uint32_t node) const {
  auto kindOf = [&](uint32_t number) {
    const Node *known = profile_.node(number);
    return known ? known->kind : NodeKind::Parallel;
  };
  auto mayHold = [&](int64_t at) {
    for (; at >= 0 && kindOf(static_cast<uint32_t>(at)) != NodeKind::Parallel;
         at = parent(static_cast<uint32_t>(at)))
      if (!mayHoldTeamConstruct(kindOf(static_cast<uint32_t>(at))))
        return false;
    return true;
  };
  bool is_met_by_all = meetsTeam(kindOf(node));
  SpentTime *longest = nullptr;
  for (SpentTime &record : records)
    if (record.kind == Spent::Body && (!longest || record.ticks > longest->ticks) &&
        (!is_met_by_all || mayHold(record.node)))
      longest = &record;
  return longest;
}

} // namespace tare
