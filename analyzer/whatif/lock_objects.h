// SPDX-License-Identifier: Apache-2.0
// Which constructs of a profile take the same lock.
#pragma once

#include "analyzer/profile/profile.h"

#include <vector>

namespace tare {

/// By process-wide node: a number from 0 for each lock; -1: it takes none. Of `critical` one for
/// each name, of the lock routines one for each call: the log does not tell which object a call is
/// given.
std::vector<int> lockObjects(const Profile &profile);

} // namespace tare
