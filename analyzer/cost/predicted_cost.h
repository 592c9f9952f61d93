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

/// The most expensive first, of a program on so many threads that takes `window_s`; 0: that is not
/// known, and C_obs_high then supposes that everything is displaced between two executions.
std::vector<ConstructCost> predictedCost(std::vector<Frequency> frequencies,
                                         const ProbeCosts &costs, double threads = 1,
                                         double window_s = 0);
/// Of a run that was measured; sums to observedCost.
std::vector<ConstructCost> predictedCost(const Profile &measured, const ProbeCosts &costs);

ObservedCost sumOf(const std::vector<ConstructCost> &constructs);

/// By identity, in ticks: what the probes of a construct take on the thread that executes them
/// most. The others may have to wait for it: so much longer they can make the run.
std::map<std::string, double> longestDelays(const Profile &measured, const ProbeCosts &costs);

} // namespace tare
