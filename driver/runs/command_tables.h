// SPDX-License-Identifier: Apache-2.0
// Node tables of the program that a command starts, before it runs.
#pragma once

#include "instrumenter/nodes/node_table.h"

#include <string>
#include <vector>

namespace tare {

/// Tables of the program that `words` start on this machine, with the LD_LIBRARY_PATH that they
/// set.
Result<std::vector<NodeTree>> readNodeTablesOfCommand(const std::vector<std::string> &words);

} // namespace tare
