// SPDX-License-Identifier: Apache-2.0
#include "analyzer/perturbation/observed_cost.h"

#include <algorithm>

namespace tare {

namespace {

class Sum {
public:
  explicit Sum(const ProbeCosts &costs) : costs_(costs) {}

  void add(CostKind kind, uint64_t executions) {
    auto times = static_cast<double>(executions);
    for (const Cost *side : {&costs_.of(kind).inside, &costs_.of(kind).outside}) {
      sum_.low += times * side->low;
      sum_.direct += times * side->warm;
      sum_.high += times * std::max(side->warm, side->cold);
    }
  }

  const ObservedCost &sum() const { return sum_; }

private:
  const ProbeCosts &costs_;
  ObservedCost sum_;
};

// On the thread that forks it a region has a fork, a body and a join, on others a start and a body.
// An instance that the budget left out has one pair of probes.
void addRegion(Sum &sum, const ProfileNode &cells) {
  uint64_t begun = cells.slots[TARE_SLOT_FORK].entries;
  uint64_t forked = std::min(cells.instances, begun);
  sum.add(CostKind::RegionFork, forked);
  sum.add(CostKind::RegionJoin, forked);
  sum.add(CostKind::RegionStart, begun - forked);
  sum.add(CostKind::RegionBody, begun);
  sum.add(CostKind::Work, cells.slots[TARE_SLOT_ASLEEP].entries);
}

void addNode(Sum &sum, const Profile &profile, uint32_t index, const ProfileNode &cells) {
  const Node *node = profile.node(index);
  if (!node)
    return;
  if (node->kind == NodeKind::Parallel && !profile.isOfSerialProgram()) {
    if (!profile.timedOutside(index))
      addRegion(sum, cells);
    return;
  }
  for (uint16_t slot = 0; slot < TARE_SLOTS; ++slot) {
    CostKind kind = CostKind::Serial;
    if (profile.isSerial(index, slot) || costKindOf(node->kind, slot, false, kind))
      sum.add(kind, cells.slots[slot].entries);
  }
  if (samplesIterations(*node))
    sum.add(CostKind::Iteration, cells.slots[TARE_SLOT_BODY].units);
}

} // namespace

bool samplesIterations(const Node &node) {
  return node.kind == NodeKind::For && node.treatment == Treatment::Measured &&
         node.counted_iterations && node.unsampled.empty();
}

ObservedCost observedCost(const Profile &measured, const ProbeCosts &costs) {
  Sum sum(costs);
  for (const ProfileThread &thread : measured.threads)
    for (uint32_t index = 0; index < thread.nodes.size(); ++index)
      addNode(sum, measured, index, thread.nodes[index]);
  return sum.sum();
}

} // namespace tare
