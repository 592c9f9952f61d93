// SPDX-License-Identifier: Apache-2.0
// What handing out iterations took inside a loop's time, from its sampled iterations. There are two
// estimates, and either moves whole ticks from the loop's work to its scheduling, so the area stays
// what it is.
//
//   by gaps    the mean gap between two iterations on a thread, less what the probes alone take
//              there, times the number of iterations
//   by bodies  what the loop's time has beyond the iterations' own: their mean, times their number
//
// Each counts by its error. The first has one of a quarter, since a sample makes its thread late at
// the next dispatch: on two threads gaps were 318 ns instead of 349, and 167 instead of 131. The
// second has the error of a mean, and is the better one of short iterations that are alike.
//
//   Profile -> [dispatch] -> balance_run
#pragma once

#include "analyzer/profile/profile.h"

#include <map>
#include <vector>

namespace tare {

struct Dispatch {
  double by_gaps = 0; // ticks; 0: gaps cannot be told from empty ones
  double by_gaps_unsure = 0;
  /// Of all iterations, thread time, without what the probes take in a sample. 0: not known, or
  /// other constructs are in them.
  double bodies = 0;
  /// By how much that may be wrong: two standard errors, and what few samples have that are far
  /// longer than the others.
  double unsure = 0;

  Dispatch &operator+=(const Dispatch &more);
  /// Of `work` ticks of the loop, those that hand out iterations.
  Ticks in(Ticks work) const;
};

/// By process-wide node; loops whose threads do not ask for iterations (schedule(static)) are left
/// out.
std::map<uint32_t, Dispatch> dispatchIn(const Profile &profile);
/// By the keys of the nodes: copies of a loop have one work.
std::map<int, Dispatch> dispatchByKey(const Profile &profile, const std::vector<int> &keys);

} // namespace tare
