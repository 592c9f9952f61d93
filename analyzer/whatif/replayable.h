// SPDX-License-Identifier: Apache-2.0
// Whether a log tells all that another number of threads or cores needs to know.
#pragma once

#include "analyzer/teams/teams.h"
#include "base/result.h"

namespace tare {

/// Of a complete log: every region in it was measured to its end, is not nested and has probes.
/// Error: why it is not so.
Result<void> checkReplayable(const Profile &profile, const Teams &teams);

/// Error: threads wait for each other inside of loops (ordered, doacross, flags). The log has sums of
/// these waits only, so what they would be with other threads, cores or schedules is not known.
Result<void> checkIndependent(const Profile &profile);

} // namespace tare
