// SPDX-License-Identifier: Apache-2.0
// Acquisitions of a critical section of which only some had probes (runtime/locks.h), told by these.
//
//   Profile (approximated) -> [sampled locks] -> Profile of all acquisitions -> accounts
//
// How many there were, a thread knows exactly; how long those with probes waited for the lock and
// held it, too. The others took as long each, on average. Their time is in what is around the
// section, and moves from there: the sum over a thread stays what it is.
#pragma once

#include "analyzer/profile/profile.h"

namespace tare {

/// Whether some acquisitions had no probes.
bool samplesLocks(const Profile &profile);

/// Moves, in each segment of the log and in the cells, what acquisitions without probes took from
/// the construct around to the section: never more than that has there.
void expandSampledLocks(Profile &profile);

} // namespace tare
