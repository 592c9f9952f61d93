// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/call_notes.h"

namespace tare {

void CallNotes::add(int node, std::string callee, const Trips &repeated) {
  notes_.push_back({node, {std::move(callee), repeated}});
}

void CallNotes::endFunction(int node, NodeTree &tree) {
  for (Note &note : notes_) {
    int holder = note.node >= 0 ? note.node : node;
    if (holder >= 0)
      tree.nodes[size_t(holder)].calls.push_back(std::move(note.call));
  }
  notes_.clear();
}

void CallNotes::keepKnown(NodeTree &tree) {
  std::set<std::string> known;
  for (const Node &node : tree.nodes)
    if (node.kind == NodeKind::Function)
      known.insert(node.id.function);
  for (Node &node : tree.nodes) {
    std::erase_if(node.calls,
                  [&](const FunctionCall &call) { return known.count(call.callee) == 0; });
    if (node.calls.size() > FunctionCall::most)
      node.calls.resize(FunctionCall::most);
  }
}

} // namespace tare
