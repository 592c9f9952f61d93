// SPDX-License-Identifier: Apache-2.0
// The observed cost of instrumentation (Hollingsworth and Miller, section 3.2): probes counted,
// times what one takes.
//
//   Profile as measured, ProbeCosts -> [observed cost] -> own cost of a table
#pragma once

#include "analyzer/cost/probe_costs.h"
#include "analyzer/profile/profile.h"

namespace tare {

/// Thread time in ticks, over all threads. That all wait for the probes of serial code, and a team
/// for those of its fork and its join, is in it; what else waits for a thread whose probes take long
/// is not.
struct ObservedCost {
  double low = 0;    // C_obs_low: every probe as fast as it was ever seen, or faster by what differs
                     // from place to place in any case: a fifth, at most 3 ns
  double direct = 0; // C_obs_direct: as fast as it typically is
  double high = 0; // C_obs_high: every probe finds all of its code and its data displaced that can
                   // be, in the mean time between two executions of its construct by a thread; or
                   // is slower by that fifth

  void add(const ObservedCost &more) {
    low += more.low;
    direct += more.direct;
    high += more.high;
  }
};

/// From the cells, which count every probe also where the log is thinned: the sum of predictedCost
/// over the run's own constructs.
ObservedCost observedCost(const Profile &measured, const ProbeCosts &costs);

/// What setting up the profile took, wall-clock ticks: in serial code (P_S) all of it, in regions
/// (P_p) that of the thread that had most, for which the others wait. Once a process, however many
/// probes there are.
double setUpTicks(const Profile &measured);

/// Whether single iterations of a loop are sampled: a pair of probes in each.
bool samplesIterations(const Node &node);

} // namespace tare
