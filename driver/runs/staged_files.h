// SPDX-License-Identifier: Apache-2.0
// What processes that were ended by force have left in local folders, since their results lie on a
// network file system.
#pragma once

#include <string>
#include <vector>

namespace tare {

/// Brings profiles and message files of one run to their places. Warnings: what is on other hosts,
/// or cannot be brought.
std::vector<std::string> bringStagedFiles(const std::string &run_folder);

} // namespace tare
