// SPDX-License-Identifier: Apache-2.0
// Constructs with teams that no probe sees.
#pragma once

#include "analyzer/profile/profile.h"

namespace tare {

/// Whether a node makes a team and is timed from outside: it has an area of its own, nothing of
/// what is inside is in the log, and its threads take part in no region with probes.
inline bool hidesTeam(const Profile &profile, uint32_t index) {
  return profile.timedOutside(index) && beginsTeam(profile.node(index)->kind);
}

} // namespace tare
