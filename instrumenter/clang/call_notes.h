// SPDX-License-Identifier: Apache-2.0
// Calls that have no node of their own, by the node whose code makes them: how often what a
// function holds is executed depends on them.
#pragma once

#include "instrumenter/nodes/node.h"

#include <set>
#include <string>
#include <vector>

namespace tare {

class CallNotes {
public:
  /// `node` -1: the function's own, which may not have been made yet.
  void add(int node, std::string callee, const Repetition &repeated);

  /// What was added since the last call was in a function with this node; -1: it has none.
  void endFunction(int node, NodeTree &tree);

  /// Drops the calls of functions that the table knows nothing of.
  static void keepKnown(NodeTree &tree);

private:
  struct Note {
    int node;
    FunctionCall call;
  };
  std::vector<Note> notes_; // of the function that is walked
};

} // namespace tare
