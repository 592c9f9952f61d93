// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/rewrite/counterpart_callers.h"

#include <algorithm>

namespace tare {
namespace {

using Calls = std::map<int, std::vector<FunctionCall>>;

/// Calls of one function that differ only in their number of times become one call, since a table
/// holds few calls of a node.
void addCall(std::vector<FunctionCall> &calls, const FunctionCall &call) {
  for (FunctionCall &known : calls) {
    Trips same = known.repeated;
    same.times = call.repeated.times;
    if (known.callee != call.callee || same != call.repeated)
      continue;
    uint64_t room = Trips::times_most - known.repeated.times;
    known.repeated.times += std::min(room, call.repeated.times);
    return;
  }
  if (calls.size() < FunctionCall::most)
    calls.push_back(call);
}

/// The calls of a node. A whole tree has nodes for calls; a table lists them at the node whose code
/// makes them.
std::vector<FunctionCall> callsAt(const std::vector<Node> &nodes, int index, int function) {
  const Node &node = nodes[size_t(index)];
  Trips at = repetitionIn(nodes, index, function), inside = nested(at, node.trips);
  std::vector<FunctionCall> calls;
  if (node.kind == NodeKind::Call)
    calls.push_back({node.directive, at});
  for (const FunctionCall &call : node.calls)
    calls.push_back({call.callee, nested(inside, call.repeated)});
  return calls;
}

Calls allCalls(const std::vector<Node> &nodes) {
  Calls calls;
  for (int index = 0; size_t(index) < nodes.size(); ++index)
    if (int function = functionAround(nodes, index); function >= 0)
      for (FunctionCall &call : callsAt(nodes, index, function))
        calls[function].push_back(std::move(call));
  return calls;
}

} // namespace

Calls callsThatLead(const std::vector<Node> &nodes, std::set<std::string> functions) {
  const Calls all = allCalls(nodes);
  auto leads = [&](const FunctionCall &call) { return functions.count(call.callee) > 0; };
  for (size_t before = 0; before != functions.size();) {
    before = functions.size();
    for (const auto &[function, calls] : all)
      if (std::ranges::any_of(calls, leads))
        functions.insert(nodes[size_t(function)].id.function);
  }
  Calls leading;
  for (const auto &[function, calls] : all)
    for (const FunctionCall &call : calls)
      if (leads(call))
        addCall(leading[function], call);
  return leading;
}

int functionAround(const std::vector<Node> &nodes, int node) {
  while (node >= 0 && nodes[size_t(node)].kind != NodeKind::Function)
    node = nodes[size_t(node)].parent;
  return node;
}

Trips repetitionIn(const std::vector<Node> &nodes, int node, int function) {
  if (node == function)
    return {};
  Trips repeated = nodes[size_t(node)].hidden;
  for (int at = nodes[size_t(node)].parent; at >= 0 && at != function;
       at = nodes[size_t(at)].parent) {
    const Node &outer = nodes[size_t(at)];
    repeated = nested(nested(outer.hidden, outer.trips), repeated);
  }
  return repeated;
}

} // namespace tare
