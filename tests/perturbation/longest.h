// SPDX-License-Identifier: Apache-2.0
// A profile whose times are as long as the reader lets through.
#pragma once

#include "analyzer/profile/profile.h"

#include <algorithm>

namespace tare::test {

inline void scale(SpentList &records, Ticks factor) {
  for (SpentTime &record : records)
    record.ticks *= factor;
}

inline void scale(Segment &segment, Ticks factor) {
  for (Ticks *time : {&segment.open, &segment.arrive, &segment.leave, &segment.stands_for,
                      &segment.late, &segment.first_task, &segment.last_task})
    *time *= factor;
  scale(segment.spent, factor);
  scale(segment.in_wait, factor);
}

/// Everything takes so many times as long.
inline Profile longer(Profile profile, Ticks factor) {
  profile.window *= factor;
  for (ProfileThread &thread : profile.threads) {
    for (Ticks *time : {&thread.serial_ticks, &thread.serial_probe_ticks, &thread.probe_ticks})
      *time *= factor;
    for (ProfileNode &node : thread.nodes) {
      for (ProfileCell &cell : node.cells)
        cell.ticks *= factor;
      for (Ticks *time : {&node.area, &node.span, &node.inside, &node.missing, &node.surplus})
        *time *= factor;
    }
    for (Segment &segment : thread.log)
      scale(segment, factor);
  }
  return profile;
}

/// By which `longer` is no more than the reader accepts.
inline Ticks largestFactor(const Profile &profile) {
  double states = 0, area = 0, log = 0, all = double(profile.window) * profile.threads_asked;
  for (const ProfileThread &thread : profile.threads) {
    states += double(thread.serial_ticks + thread.serial_probe_ticks + thread.probe_ticks);
    for (const ProfileNode &node : thread.nodes) {
      states += double(node.ticks());
      area += double(node.area + node.inside + node.missing + node.surplus);
    }
    for (const Segment &segment : thread.log) {
      log += double(std::max(segment.leave, segment.arrive) - segment.open) *
             (segment.in_wait.empty() ? 1 : 2);
      all = std::max(all, double(profile.window) * segment.team_size);
    }
  }
  return Ticks(0.999 * double(tick_limit) / std::max({states, area, log, all}));
}

/// The same run, as long as a profile can tell of; divided by `parts`.
inline Profile longest(const Profile &profile, Ticks parts = 1) {
  return longer(profile, largestFactor(profile) / parts);
}

} // namespace tare::test
