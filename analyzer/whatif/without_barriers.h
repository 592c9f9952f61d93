// SPDX-License-Identifier: Apache-2.0
// A log without the common points at which nobody waits any longer: what threads do before and
// behind one becomes one segment.
#pragma once

#include "analyzer/profile/profile.h"

#include <vector>

namespace tare {

/// `removed`: barriers, by process-wide node. In the log their waits have no length.
void removeBarriers(Profile &profile, const std::vector<bool> &removed);

/// A barrier of these in whose waits threads ran tasks: without it they would run elsewhere. -1:
/// none.
int barrierWithTasks(const Profile &profile, const std::vector<bool> &removed);

} // namespace tare
