// SPDX-License-Identifier: Apache-2.0
// The name of a node's file that people are shown: in tables, and wherever else nodes are named.
#pragma once

#include "instrumenter/nodes/node.h"

#include <string>

namespace tare {

/// That of its identity, relative to the root of the sources; where it has none, as it was
/// compiled.
inline std::string fileOf(const Node &node) {
  return node.id.path.empty() ? node.place.file : node.id.path;
}

} // namespace tare
