// SPDX-License-Identifier: Apache-2.0
#include "analyzer/perturbation/predicted_cost.h"

#include <algorithm>

namespace tare {

ObservedCost costOf(const Executions &executions, const ProbeCosts &costs) {
  ObservedCost sum;
  for (size_t i = 0; i < cost_kinds; ++i)
    for (const Cost *side : {&costs.costs[i].inside, &costs.costs[i].outside})
      sum.add({executions.times[i] * side->low, executions.times[i] * side->warm,
               executions.times[i] * std::max(side->warm, side->cold)});
  return sum;
}

std::vector<ConstructCost> predictedCost(std::vector<Frequency> frequencies,
                                         const ProbeCosts &costs) {
  std::vector<ConstructCost> constructs;
  for (Frequency &frequency : frequencies) {
    ObservedCost cost = costOf(frequency.executions, costs);
    constructs.push_back({std::move(frequency), cost});
  }
  std::ranges::stable_sort(constructs, [](const ConstructCost &a, const ConstructCost &b) {
    return a.cost.direct > b.cost.direct;
  });
  return constructs;
}

std::vector<ConstructCost> predictedCost(const Profile &measured, const ProbeCosts &costs) {
  return predictedCost(countedFrequencies(measured), costs);
}

ObservedCost sumOf(const std::vector<ConstructCost> &constructs) {
  ObservedCost sum;
  for (const ConstructCost &construct : constructs)
    sum.add(construct.cost);
  return sum;
}

} // namespace tare
