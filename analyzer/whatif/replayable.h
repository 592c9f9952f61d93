// SPDX-License-Identifier: Apache-2.0
// Whether a log tells all that another number of threads or cores needs to know.
#pragma once

#include "analyzer/teams/teams.h"
#include "base/result.h"

namespace tare {

/// Of a complete log: every region in it was measured to its end, is not nested and has probes.
/// Error: why it is not so.
Result<void> checkReplayable(const Profile &profile, const Teams &teams);

} // namespace tare
