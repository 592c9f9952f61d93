// SPDX-License-Identifier: Apache-2.0
// The invariants that every readable profile must keep.
#pragma once

#include "analyzer/profile/profile.h"

namespace tare::testing {

inline Ticks statesOf(const ProfileThread &thread) {
  Ticks sum = thread.serial_ticks + thread.serial_probe_ticks + thread.probe_ticks;
  for (const ProfileNode &node : thread.nodes)
    for (const ProfileCell &cell : node.cells)
      sum += cell.ticks;
  return sum;
}

/// What a user of a Profile relies on without looking. False, not a failure: for loops of
/// thousands.
inline bool isSound(const Profile &profile) {
  bool sound = profile.window > 0 && profile.ticks_per_second > 0 &&
               profile.cut_off == !profile.cut_reason.empty();
  for (const ProfileThread &thread : profile.threads) {
    sound = sound && thread.nodes.size() == profile.nodeCount() && statesOf(thread) >= 0;
    for (const Segment &segment : thread.log) {
      const ProfileCell &skipped = thread.nodes[segment.region_node].cells[Spent::Skipped];
      sound = sound && segment.stands_for >= 0 && segment.stands_for <= skipped.ticks &&
              segment.stands_for_count <= skipped.entries;
      Ticks spent = 0;
      for (const SpentTime &part : segment.spent) {
        spent += part.ticks;
        sound = sound && part.ticks >= 0 && part.kind <= Spent::TaskGap && profile.node(part.node);
      }
      sound = sound && spent == segment.arrive - segment.open && segment.open >= 0 &&
              segment.arrive <= profile.window && segment.leave <= profile.window &&
              profile.node(segment.region_node) && profile.node(segment.barrier_node);
    }
  }
  return sound;
}

} // namespace tare::testing
