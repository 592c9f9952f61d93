// SPDX-License-Identifier: Apache-2.0
// Instances of regions that a budget left out, told by those that were measured.
//
//   Profile (read, then approximated) -> [expanded] -> Profile of all instances -> accounts
//
// How many were left out of each region, and how long they took together, the profile knows exactly
// (Skipped). What they consisted of is taken from the measured instances before and behind them,
// one half from each: taken from those behind alone, an instance would count by its place in the
// row that it was chosen from, and a program that is periodic would be told wrong. So every
// sentence of instance i, of whatever thread and depth, counts 1 + a_i times (stand_ins.h), and
//
//   - exact is the window, serial code, how many instances of each region there were and the
//   initial
//     thread's time in them; with teams of one size the area of the teams, too;
//   - estimated is how the time in left-out instances divides over nodes and states, the workers'
//     times in them, and what they counted.
//
// The books close to the tick again, and Skipped is empty, but for regions of which the log has no
// instance: of their left-out ones nothing but the area is known.
#pragma once

#include "analyzer/teams/teams.h"

#include <vector>

namespace tare {

/// What was left out of one region.
struct SkippedRegion {
  uint32_t node = 0;
  uint64_t instances = 0;
  Ticks span = 0;
  uint64_t stand_ins = 0; // measured instances in the log that can stand for them
};

struct Expansion {
  Profile profile; // its segments have weights
  std::vector<SkippedRegion> skipped;
};

/// A part of the stand-ins: how far the result lies from that of all tells how exact it is.
inline constexpr int stand_in_groups = 8;

/// `without`: one of these groups stands for nobody, except where nobody else can.
Expansion expanded(const Profile &measured, const Teams &teams, int without = -1);

/// Whether anything was left out.
bool skipsInstances(const Profile &profile);

} // namespace tare
