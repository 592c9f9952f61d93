// SPDX-License-Identifier: Apache-2.0
#include "analyzer/cost/observed_cost.h"

#include "analyzer/cost/predicted_cost.h"
#include "instrumenter/nodes/sampled.h"

#include <algorithm>

namespace tare {

bool samplesIterations(const Node &node) {
  return node.kind == NodeKind::For && node.treatment == Treatment::Measured &&
         node.counted_iterations && node.unsampled.empty();
}

bool costKindAt(const Node &node, Spent spent, bool forks, CostKind &cost) {
  if (!costKindOf(node.kind, spent, forks, cost))
    return false;
  if (samplesAcquisitions(node))
    cost = cost == CostKind::LockWait   ? CostKind::SampledWait
           : cost == CostKind::LockHeld ? CostKind::SampledHeld
                                        : cost;
  return true;
}

ObservedCost observedCost(const Profile &measured, const ProbeCosts &costs) {
  return sumOf(predictedCost(measured, costs));
}

double observedCostOfLocks(const Profile &measured, const ProbeCosts &costs) {
  double sum = 0;
  for (const ConstructCost &construct : predictedCost(measured, costs)) {
    NodeKind kind = construct.frequency.kind;
    if (kind == NodeKind::Critical || kind == NodeKind::Ordered || kind == NodeKind::Lock)
      sum += construct.cost.direct;
  }
  return sum;
}

double setUpTicks(const Profile &measured) {
  Ticks serial = 0, in_regions = 0;
  for (const ProfileThread &thread : measured.threads) {
    serial += thread.serial_probe_ticks;
    in_regions = std::max(in_regions, thread.probe_ticks);
  }
  return static_cast<double>(serial + in_regions);
}

} // namespace tare
