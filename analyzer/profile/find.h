// SPDX-License-Identifier: Apache-2.0
// Where the processes of a run left their profiles.
#pragma once

#include <string>
#include <vector>

namespace tare {

/// Paths of the profiles in a folder that was TARE_OUTPUT_DIR of some processes, and of those in
/// the working folders of processes below it, sorted. Links are not followed.
std::vector<std::string> findProfiles(const std::string &folder);

} // namespace tare
