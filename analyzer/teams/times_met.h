// SPDX-License-Identifier: Apache-2.0
// How often teams met a construct that every thread of a team meets: a loop, sections, a barrier.
//
// Cells only add up what the threads entered, and do not know in teams of which size. One thread's
// count is no more than a lower bound: teams of one thread each, inside of a larger one or one
// after the other, may be those of any thread. So each entry counts for one in as many as its team
// has threads; team sizes are the log's. Where that is a sample, a construct in the text of a
// region needs none if the threads that forked the region were in no other teams of it: then their
// entries are the teams'.
#pragma once

#include "analyzer/profile/profile.h"

#include <cstdint>
#include <vector>

namespace tare {

/// Whether every thread of a team meets it.
bool isMetByTeams(NodeKind kind);

/// By process-wide node index; 0 of other constructs. Exact where the log is complete or all teams
/// that met the construct had one size, or where threads that fork the region around it are in no
/// team of it that another forks. Of what no log tells of it is one thread's most.
std::vector<uint64_t> timesMetByTeams(const Profile &profile);

} // namespace tare
