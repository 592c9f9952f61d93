// SPDX-License-Identifier: Apache-2.0
#include "analyzer/cost/predicted_cost.h"

#include <algorithm>

namespace tare {

namespace {

// What a processor does beside a probe, and what the probe makes it forget, differs between two
// places in a program by nanoseconds: more than the contexts of a calibration show
// (bench/measured.md, "Observed and predicted cost").
constexpr double untold_s = 3e-9, untold_share = 0.2;

/// One side of one execution.
ObservedCost costOf(const Cost &cost, double cold, double ticks_per_second) {
  double untold = std::min(untold_s * ticks_per_second, untold_share * cost.warm);
  return {std::min(cost.low, cost.warm - untold), cost.warm,
          std::max(cost.high(cold), cost.warm + untold)};
}

/// All threads of the program wait for the end of serial code.
bool holdsAll(CostKind kind) { return kind == CostKind::Serial || kind == CostKind::TooShort; }

ObservedCost costOf(const Executions &executions, const ProbeCosts &costs, double threads,
                    double cold) {
  ObservedCost sum;
  auto add = [&](double times, const Cost &cost) {
    ObservedCost one = costOf(cost, cold, costs.ticks_per_second);
    sum.add({times * one.low, times * one.direct, times * one.high});
  };
  for (size_t i = 0; i < cost_kinds; ++i) {
    double times = executions.times[i] * (holdsAll(CostKind(i)) ? threads : 1);
    add(times, costs.costs[i].inside);
    add(times, costs.costs[i].outside);
  }
  // Each thread of a region waits for the probes of the forking thread, before the start and at the
  // join. That comes on top of its own delay at the start.
  double held = executions.of(CostKind::RegionStart);
  for (CostKind kind : {CostKind::RegionFork, CostKind::RegionJoin})
    add(held, costs.of(kind).outside);
  add(held, costs.of(CostKind::RegionJoin).inside);
  return sum;
}

} // namespace

std::vector<ConstructCost> predictedCost(std::vector<Frequency> frequencies,
                                         const ProbeCosts &costs, double threads, double window_s) {
  std::vector<ConstructCost> constructs;
  for (Frequency &frequency : frequencies) {
    double entries = frequency.entries();
    bool known = window_s > 0 && entries > 0;
    double cold = known ? coldness(window_s * threads / entries) : 1;
    ObservedCost cost = costOf(frequency.executions, costs, threads, cold);
    constructs.push_back({std::move(frequency), cost});
  }
  std::ranges::stable_sort(constructs, [](const ConstructCost &a, const ConstructCost &b) {
    return a.cost.direct > b.cost.direct;
  });
  return constructs;
}

std::vector<ConstructCost> predictedCost(const Profile &measured, const ProbeCosts &costs) {
  double window = static_cast<double>(measured.window), rate = measured.ticks_per_second;
  return predictedCost(countedFrequencies(measured), costs, measured.threads_asked,
                       rate > 0 ? window / rate : 0);
}

std::map<std::string, double> longestDelays(const Profile &measured, const ProbeCosts &costs) {
  std::map<std::string, double> longest;
  for (const ProfileThread &thread : measured.threads) {
    std::map<std::string, double> own;
    std::vector<Executions> executions = countedExecutions(measured, thread);
    for (uint32_t index = 0; index < executions.size(); ++index)
      if (executions[index].any())
        own[measured.node(index)->id.text()] += costOf(executions[index], costs, 1, 0).direct;
    for (const auto &[id, cost] : own)
      longest[id] = std::max(longest[id], cost);
  }
  return longest;
}

ObservedCost sumOf(const std::vector<ConstructCost> &constructs) {
  ObservedCost sum;
  for (const ConstructCost &construct : constructs)
    sum.add(construct.cost);
  return sum;
}

} // namespace tare
