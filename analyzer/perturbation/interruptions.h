// SPDX-License-Identifier: Apache-2.0
// What an interruption of one thread (of the timer, of other work) costs its team. A probe's share
// of the interruptions is in its calibrated cost, and goes with it from the thread that executed
// it. But whoever is interrupted comes late to the next common point, and all others wait for it:
// of a team that meets often, the run is longer by the interruptions of all of its threads. The
// undisturbed run would not have had those that fell on probes.
//
//   shorter segments of a team -> [interruptions] -> its last thread, earlier -> releases
#pragma once

#include "analyzer/profile/spent_list.h"

#include <cstdint>
#include <map>
#include <span>

namespace tare {

/// One thread on its way to a common point, in ticks of approximated time.
struct OnItsWay {
  Ticks probes = 0; // what probes took of its segment
  Ticks end = 0;    // when it is there
};

class Interruptions {
public:
  /// `share` of all time, each `length` ticks long. Neither: nothing is ever earlier.
  Interruptions(double share, double length) : share_(share), length_(length) {}

  /// By how much the last one would have come earlier, had no probe been interrupted. At least 0,
  /// at most until the one before it. An interruption of another thread's probes would have made
  /// all later by its length less what that thread had left; what is expected of that is owed,
  /// region by region, until somebody is late by as much.
  Ticks lateness(uint32_t region, std::span<const OnItsWay> team);

private:
  double share_, length_;
  std::map<uint32_t, double> owed_; // by region node
};

} // namespace tare
