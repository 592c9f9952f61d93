// SPDX-License-Identifier: Apache-2.0
// The segment of its thread's log that an instance of a nested region was forked in.
//
//   log -> [hosts] -> teams
#pragma once

#include "analyzer/teams/teams.h"

#include <vector>

namespace tare {

/// By thread, in order. Instances that the log has kept no segment around are not in it.
std::vector<std::vector<Hosted>> hostsOf(const Profile &profile, const Teams &teams);

} // namespace tare
