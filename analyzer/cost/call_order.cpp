// SPDX-License-Identifier: Apache-2.0
// Kosaraju's strongly connected components. With stacks of their own: the graph may come from
// anyone, and its depth is not ours to trust.
#include "analyzer/cost/call_order.h"

#include <algorithm>

namespace tare {

namespace {

using Graph = std::vector<std::vector<size_t>>;

class DepthFirst {
public:
  explicit DepthFirst(const Graph &graph) : graph_(graph), seen_(graph.size(), false) {}

  bool seen(size_t node) const { return seen_[node]; }

  /// Appends what can be reached from `start` and was not seen yet, callees before callers.
  void visit(size_t start, std::vector<size_t> &finished) {
    enter(start);
    while (!open_.empty()) {
      auto &[node, next] = open_.back();
      if (next < graph_[node].size()) {
        enter(graph_[node][next++]);
        continue;
      }
      finished.push_back(node);
      open_.pop_back();
    }
  }

private:
  void enter(size_t node) {
    if (seen_[node])
      return;
    seen_[node] = true;
    open_.push_back({node, 0});
  }

  struct Open {
    size_t node, next;
  };
  const Graph &graph_;
  std::vector<bool> seen_;
  std::vector<Open> open_;
};

Graph reversed(const Graph &graph) {
  Graph callers(graph.size());
  for (size_t function = 0; function < graph.size(); ++function)
    for (size_t callee : graph[function])
      callers[callee].push_back(function);
  return callers;
}

bool callsItself(const Graph &graph, size_t function) {
  return std::ranges::find(graph[function], function) != graph[function].end();
}

} // namespace

std::vector<CallGroup> callOrder(const Graph &callees) {
  std::vector<size_t> finished;
  DepthFirst forward(callees);
  for (size_t function = 0; function < callees.size(); ++function)
    if (!forward.seen(function))
      forward.visit(function, finished);
  const Graph callers = reversed(callees);
  DepthFirst backward(callers);
  std::vector<CallGroup> groups;
  for (size_t i = finished.size(); i-- > 0;) {
    if (backward.seen(finished[i]))
      continue;
    CallGroup group;
    backward.visit(finished[i], group.functions);
    group.recursive = group.functions.size() > 1 || callsItself(callees, finished[i]);
    groups.push_back(std::move(group));
  }
  return groups;
}

} // namespace tare
