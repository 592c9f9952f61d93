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

/// With its line: "x.c:7".
inline std::string shownPlace(const Node &node) {
  return fileOf(node) + ":" + std::to_string(node.place.line);
}

} // namespace tare
