// SPDX-License-Identifier: Apache-2.0
// Constructs that a plan left without probes, because a budget cannot pay for them: their time is
// in that of what is around them. What a run with all probes, made before that, tells of them:
//
//   RunBalance of a run without these probes, Profile of the pilot -> [planned out] -> RunBalance
//
// A double sample (Cochran, Sampling Techniques, chapter 12): the pilot tells how such time
// divides, the measured run how much of it there was.
#pragma once

#include "analyzer/books/balances.h"
#include "analyzer/teams/teams.h"

#include <set>

namespace tare {

/// Thread time in ticks.
struct PlannedOut {
  Ticks told = 0;  // what the pilot's states were given of the run's
  Ticks apart = 0; // by how much the two runs differ in the time of all threads in regions
  bool any = false;
  /// By key: constructs with some without probes inside, all of whose time is told: those compute
  /// nothing of their own.
  std::set<int> known;
};

/// Moves time in `run`, which was made with a plan, to the states that the pilot measured:
/// - at constructs without probes: waits, locks, scheduling and tasks, in ticks of the pilot,
/// scaled
///   by the time that the two runs spent in regions; out of the nearest construct around them that
///   has probes, then out of all that hold such constructs. What they computed stays there.
/// - of waits whose causes could not be told because of them: the causes, in the pilot's
/// proportions. Never more than was there; the area is the same, to the tick. Counts of constructs
/// without probes (instances, acquisitions) are the pilot's. `keys` is the table of `run`; a pilot
/// of another number of threads is nothing to it.
PlannedOut tellPlannedOut(const Profile &pilot, const Teams &teams, const KeyTable &keys,
                          RunBalance &run);

} // namespace tare
