// SPDX-License-Identifier: Apache-2.0
// Perturbation analysis (Sarukkai and Malony, PPoPP 1993): from what was measured, an approximation
// of the run without probes, t_a = t_m - f(i - 1).
//
//   Profile, ProbeCosts -> [approximate] -> Profile -> accounts
//
//   each thread      what its probes took goes, by kind, from the time on which it fell
//   a barrier        is over when the last thread arrives in approximated time; what it takes from
//                    there on stays what it was, less its probes
//   a region         begins when its thread forks it, in approximated time; all threads of its team
//                    with it
//   tasks in a wait  stay on the thread that ran them, in their order; what was idle between them
//                    shrinks as much as the busiest thread's time
//   a lock           waits shrink with the time for which it is held, as in a closed queue
//   (locks.h)
//
// Times of one thread keep their order, no duration becomes negative, and the result is a profile
// whose books close and whose cells are what its log says. Of a thinned log, cells shrink as the
// part that was logged does.
#pragma once

#include "analyzer/cost/observed_cost.h"
#include "analyzer/cost/probe_costs.h"
#include "analyzer/teams/teams.h"

#include <memory>

namespace tare {

/// Which of a cost's values is taken for each execution. Typical is warm or cold by what the thread
/// has done since the probe before; High by what it has done since the construct's own.
enum class CostBound : uint8_t { Low, Typical, High };

struct Approximation {
  Profile profile;
  Ticks measured_window = 0; // of the profile that came in, its set-up included
  Ticks probes = 0;          // thread time in regions and serial code that the probes took
  /// What the costs claim beyond what there was: costs that are too high for this run.
  Ticks unfounded = 0;
  ObservedCost observed;
  double lock_probes = 0;    // of `observed`, typical: observedCostOfLocks
  double set_up = 0; // of the profile that came in: setUpTicks
  /// What came in, where its probes may have taken more than half a percent of the threads' time:
  /// how well their costs are known matters then. Else null.
  std::shared_ptr<const Profile> measured;
};

/// `measured` holds by checkConservation; `teams` are of it, and of what comes out.
Approximation approximate(Profile measured, const Teams &teams, const ProbeCosts &costs,
                          CostBound bound = CostBound::Typical);

} // namespace tare
