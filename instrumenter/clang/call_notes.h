// SPDX-License-Identifier: Apache-2.0
// Calls that have no node of their own, by the node whose code makes them. They show how often the
// constructs of a function are executed.
#pragma once

#include "instrumenter/nodes/node.h"

#include <set>
#include <string>
#include <vector>

namespace tare {

class CallNotes {
public:
  /// `node` -1: the function's own, which may not have been made yet.
  void add(int node, std::string callee, const Trips &repeated);

  /// Ends a function with this node; -1: it has none. Its calls go to their nodes.
  void endFunction(int node, NodeTree &tree);

  /// Drops calls of functions that are not in the table.
  static void keepKnown(NodeTree &tree);

private:
  struct Note {
    int node;
    FunctionCall call;
  };
  std::vector<Note> notes_; // of the function that is walked
};

} // namespace tare
