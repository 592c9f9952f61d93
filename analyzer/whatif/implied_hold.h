// SPDX-License-Identifier: Apache-2.0
// How long a lock of the routines (omp_set_lock) is held: by its events; without them the log has its
// waits only, so it is the time that makes as many threads wait as long.
//
//   Profile of several threads -> [implied hold] -> team size, construct changes
#pragma once

#include "analyzer/profile/profile.h"

#include <vector>

namespace tare {

/// Ticks of one acquisition, by process-wide node; 0: it is no such lock, or nothing tells.
std::vector<double> impliedHolds(const Profile &profile);

} // namespace tare
