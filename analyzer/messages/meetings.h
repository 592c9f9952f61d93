// SPDX-License-Identifier: Apache-2.0
// Collectives of all ranks, put together by their ordinal on their communicator.
#pragma once

#include "analyzer/messages/matching.h"

namespace tare {

/// Adds the meetings, and counts what has no partners.
void matchMeetings(const std::vector<RankLog> &logs, Matching &matching);

} // namespace tare
