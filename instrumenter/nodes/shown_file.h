// SPDX-License-Identifier: Apache-2.0
// The names of files that people are shown: in tables, and wherever else nodes and units are named.
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

/// The unit's source, named as its nodes' files are, if a node of the table lies in it.
inline std::string shownUnit(const NodeTree &tree) {
  for (const Node &node : tree.nodes)
    if (node.place.file == tree.unit)
      return fileOf(node);
  return tree.unit;
}

} // namespace tare
