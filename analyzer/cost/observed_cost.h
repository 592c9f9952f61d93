// SPDX-License-Identifier: Apache-2.0
// The observed cost of instrumentation (Hollingsworth and Miller, section 3.2): probes counted,
// times what one takes.
//
//   Profile as measured, ProbeCosts -> [observed cost] -> own cost of a table
#pragma once

#include "analyzer/cost/probe_costs.h"
#include "analyzer/profile/profile.h"

namespace tare {

/// Time of all threads together, in ticks where nothing else is said. All threads wait for probes
/// of serial code, and a team waits for the probes of its fork and its join: these waits are
/// included. Other waits for a thread with slow probes are not.
struct ObservedCost {
  /// C_obs_low: every probe is as fast as it was ever seen, or faster by a fifth, at most by 3 ns.
  /// So much differs from place to place in any case.
  double low = 0;
  /// C_obs_direct: every probe is as fast as it typically is.
  double direct = 0;
  /// C_obs_high: other work has displaced a probe's code and data from the caches, as far as it can
  /// between two executions of a construct by one thread; or the probe is slower by that fifth.
  double high = 0;

  void add(const ObservedCost &more) {
    low += more.low;
    direct += more.direct;
    high += more.high;
  }
  /// In another unit of `per_unit` ticks.
  ObservedCost in(double per_unit) const {
    return {low / per_unit, direct / per_unit, high / per_unit};
  }
};

/// From the cells, which count every probe also where the log is thinned: the sum of predictedCost
/// over the run's own constructs.
ObservedCost observedCost(const Profile &measured, const ProbeCosts &costs);

/// costKindOf of the node's own kind, or of sampled acquisitions.
bool costKindAt(const Node &node, Spent spent, bool forks, CostKind &cost);

/// Of it, typical, what probes of locks take: `critical`, `ordered`, lock routines.
double observedCostOfLocks(const Profile &measured, const ProbeCosts &costs);

/// Wall-clock ticks for setting up the profile, once in a process: all of it in serial code (P_S),
/// and in regions (P_p) the largest part of one thread, for which the others wait.
double setUpTicks(const Profile &measured);

/// Whether single iterations of a loop are sampled: a pair of probes in each.
bool samplesIterations(const Node &node);

} // namespace tare
