// SPDX-License-Identifier: Apache-2.0
// Whether a log tells all that another number of threads or cores needs to know.
#pragma once

#include "analyzer/teams/teams.h"
#include "base/result.h"

namespace tare {

/// Every segment of every thread is there, of regions that are not nested and have probes. Error:
/// why it is not so.
Result<void> checkReplayable(const Profile &profile, const Teams &teams);

} // namespace tare
