// SPDX-License-Identifier: Apache-2.0
#include "analyzer/perturbation/observed_cost.h"

#include "analyzer/perturbation/predicted_cost.h"

namespace tare {

bool samplesIterations(const Node &node) {
  return node.kind == NodeKind::For && node.treatment == Treatment::Measured &&
         node.counted_iterations && node.unsampled.empty();
}

ObservedCost observedCost(const Profile &measured, const ProbeCosts &costs) {
  Executions sum;
  for (const Executions &executions : countedExecutions(measured))
    sum.add(executions);
  return costOf(sum, costs);
}

} // namespace tare
