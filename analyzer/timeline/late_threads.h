// SPDX-License-Identifier: Apache-2.0
// Which thread of the outermost teams came last at their common points, over a whole run, and how
// long the others waited for it.
//
//   Profile, Teams -> [late threads] -> make timeline
#pragma once

#include "analyzer/books/run_queue.h"
#include "analyzer/teams/teams.h"
#include "analyzer/timeline/timeline.h"

namespace tare {

/// Nothing: no thread waited for another one at a point that the log has whole. Regions that a
/// budget left out count as the ones that stand for them.
std::optional<LateThreads> lateThreads(const Profile &profile, const Teams &teams,
                                       const Transfers &transfers);

} // namespace tare
