// SPDX-License-Identifier: Apache-2.0
#include "analyzer/perturbation/observed_cost.h"

#include "analyzer/perturbation/predicted_cost.h"

#include <algorithm>

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

double setUpTicks(const Profile &measured) {
  double serial = 0, in_regions = 0;
  for (const ProfileThread &thread : measured.threads) {
    serial += static_cast<double>(thread.serial_probe_ticks);
    in_regions += static_cast<double>(thread.probe_ticks);
  }
  return serial + in_regions / std::max<uint32_t>(measured.threads_asked, 1);
}

} // namespace tare
