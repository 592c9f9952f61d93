// SPDX-License-Identifier: Apache-2.0
// The predicted cost of instrumentation (Hollingsworth and Miller, section 3.1): how often each
// probe is, or will be, executed, times what one takes.
//
//   frequencies, ProbeCosts -> [predicted cost] -> which constructs are worth their probes
//
// Predicted from a run's own counts it is that run's observed cost: there is one formula.
#pragma once

#include "analyzer/cost/frequencies.h"
#include "analyzer/cost/observed_cost.h"

#include <map>
#include <string>
#include <vector>

namespace tare {

/// A construct, how often its probes are executed, and what they take.
struct ConstructCost {
  Frequency frequency;
  ObservedCost cost;
};

/// The most expensive first. The program has so many threads and takes `window_s`. 0: its time is
/// not known, and C_obs_high assumes that everything is displaced between two executions.
std::vector<ConstructCost> predictedCost(std::vector<Frequency> frequencies,
                                         const ProbeCosts &costs, double threads = 1,
                                         double window_s = 0);
/// For a measured run. The sum over all constructs is observedCost().
std::vector<ConstructCost> predictedCost(const Profile &measured, const ProbeCosts &costs);

ObservedCost sumOf(const std::vector<ConstructCost> &constructs);

/// By identity, in ticks: the probes of a construct on the thread that executes them most. Other
/// threads may wait for it, so the run can become longer by as much.
std::map<std::string, double> longestDelays(const Profile &measured, const ProbeCosts &costs);

} // namespace tare
