// SPDX-License-Identifier: Apache-2.0
// Conservation (BOOKS section 5): the accumulators against the area that is rebuilt from the log
// alone. Closing alone proves little, because a residual can be booked anywhere; two independent
// records of the same run that agree in every tick cannot both be wrong by accident.
#pragma once

#include "analyzer/teams/teams.h"
#include "base/result.h"

namespace tare {

/// Always: the parts of each thread's log are in themselves consistent. With a complete log: per
/// node and state the log's ticks and entries sum to the cells', and the regions' spans are the
/// serial rest. (Entries of what is only counted are in no log.) The cells of an expanded profile
/// are of more than its log.
Result<void> checkConservation(const Profile &profile, const Teams &teams);

} // namespace tare
