// SPDX-License-Identifier: Apache-2.0
// What of a program's constructs a budget can thin while the program runs: those in regions that
// are executed often enough for some of their instances to be left out.
//
//   Profile -> [thinnable] -> prices -> afford
#pragma once

#include "analyzer/profile/profile.h"

#include <vector>

namespace tare {

/// By process-wide node: the part of its executions, 0 to 1, that lies in outermost regions which
/// are executed at least `fewest` times. Serial statements have none.
std::vector<double> thinnableParts(const Profile &profile, uint64_t fewest);

} // namespace tare
