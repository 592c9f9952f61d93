// SPDX-License-Identifier: Apache-2.0
// Which constructs of a profile take the same lock, and for how long: from the events of lock
// routines where the program writes them, else from what the text tells.
//
//   Profile -> [lock objects] -> team size, construct changes
#pragma once

#include "analyzer/profile/profile.h"

#include <vector>

namespace tare {

/// By process-wide node: a number from 0 for each lock; -1: it takes none. Of `critical` one for
/// each name. Of the lock routines one for each call, or, by their events, one for all calls that
/// some object is given to.
std::vector<int> lockObjects(const Profile &profile);

/// What events tell of one call of a lock routine.
struct LockEvents {
  double hold = 0;    // ticks for which the lock is held, mean of an acquisition; 0: not known
  double objects = 1; // locks that are taken as often: 1 / (sum of the squares of their shares)
};

/// By process-wide node. Without events nothing is known.
std::vector<LockEvents> lockEvents(const Profile &profile);

} // namespace tare
