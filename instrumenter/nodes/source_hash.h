// SPDX-License-Identifier: Apache-2.0
// Which texts a unit was built from, as hashes: so that a report can tell whether a source is still
// what was measured.
#pragma once

#include "instrumenter/nodes/node.h"

#include <string>

namespace tare {

/// Fills NodeTree::sources: the files of all nodes below `root` that can be read now. Cost: each
/// file is read once more.
void addSourceHashes(NodeTree &tree, const std::string &root);

} // namespace tare
