// SPDX-License-Identifier: Apache-2.0
#include "analyzer/perturbation/predicted_cost.h"

#include <algorithm>

namespace tare {

namespace {

ObservedCost costOf(const Executions &executions, const ProbeCosts &costs, double cold) {
  ObservedCost sum;
  for (size_t i = 0; i < cost_kinds; ++i)
    for (const Cost *side : {&costs.costs[i].inside, &costs.costs[i].outside})
      sum.add({executions.times[i] * side->low, executions.times[i] * side->warm,
               executions.times[i] * side->high(cold)});
  return sum;
}

} // namespace

std::vector<ConstructCost> predictedCost(std::vector<Frequency> frequencies,
                                         const ProbeCosts &costs, double thread_time_s) {
  std::vector<ConstructCost> constructs;
  for (Frequency &frequency : frequencies) {
    double entries = frequency.entries();
    bool known = thread_time_s > 0 && entries > 0;
    double cold = known ? coldness(thread_time_s / entries) : 1;
    ObservedCost cost = costOf(frequency.executions, costs, cold);
    constructs.push_back({std::move(frequency), cost});
  }
  std::ranges::stable_sort(constructs, [](const ConstructCost &a, const ConstructCost &b) {
    return a.cost.direct > b.cost.direct;
  });
  return constructs;
}

std::vector<ConstructCost> predictedCost(const Profile &measured, const ProbeCosts &costs) {
  double ticks = static_cast<double>(measured.window) * measured.threads_asked;
  double rate = measured.ticks_per_second;
  return predictedCost(countedFrequencies(measured), costs, rate > 0 ? ticks / rate : 0);
}

ObservedCost sumOf(const std::vector<ConstructCost> &constructs) {
  ObservedCost sum;
  for (const ConstructCost &construct : constructs)
    sum.add(construct.cost);
  return sum;
}

} // namespace tare
