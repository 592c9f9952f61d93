// SPDX-License-Identifier: Apache-2.0
#include "analyzer/cost/static_frequencies.h"

#include "analyzer/cost/call_order.h"
#include "analyzer/cost/probe_sites.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace tare {

namespace {

Reach times(const Trips &repetition, Reach reach) {
  double factor = static_cast<double>(repetition.times);
  for (uint32_t loop = 0; loop < std::min(repetition.loops, 32u); ++loop)
    factor *= unknown_trips;
  factor = std::ldexp(factor, -static_cast<int>(std::min(repetition.halves, 64u)));
  reach.guesses |= repetition.loops > 0 ? guess_loop : guess_none;
  reach.guesses |= repetition.branches > 0 ? guess_branch : guess_none;
  return scaled(reach, factor);
}

struct Function {
  size_t tree = 0;
  std::string name;         // "": initialisers
  std::vector<int> members; // nodes in order, the function's own first if it has one
  Reach entered;
  bool is_called = false;
};

/// One call of a known function.
struct Edge {
  size_t function; // whose code makes it
  int node;        // in its tree
  Trips repeated;
  size_t callee;
};

class StaticCount {
public:
  StaticCount(const std::vector<NodeTree> &trees, int threads) : trees_(trees), threads_(threads) {
    for (size_t tree = 0; tree < trees.size(); ++tree)
      if (!trees[tree].fallback)
        addFunctions(tree);
    for (size_t function = 0; function < functions_.size(); ++function)
      addEdges(function);
  }

  std::vector<Frequency> run() {
    std::vector<std::vector<size_t>> callees(functions_.size());
    for (const Edge &edge : edges_)
      callees[edge.function].push_back(edge.callee);
    std::vector<CallGroup> groups = callOrder(callees);
    for (size_t group = 0; group < groups.size(); ++group)
      for (size_t function : groups[group].functions)
        group_of_[function] = group;
    markCalled();
    for (const CallGroup &group : groups)
      countGroup(group);
    return std::move(found_);
  }

private:
  /// Several tables may hold a function: the first one counts.
  void addFunctions(size_t tree) {
    const std::vector<Node> &nodes = trees_[tree].nodes;
    std::vector<int64_t> owners(nodes.size(), -1); // index of the function; -2: held already
    int64_t initialisers = -1;
    for (size_t i = 0; i < nodes.size(); ++i) {
      const Node &node = nodes[i];
      if (node.kind == NodeKind::Root)
        continue;
      if (node.kind == NodeKind::Function)
        owners[i] = known_.insert(node.id.text()).second ? addFunction(tree, node) : -2;
      else if (node.parent >= 0 && nodes[size_t(node.parent)].kind != NodeKind::Root)
        owners[i] = owners[size_t(node.parent)];
      else if (initialisers < 0)
        owners[i] = initialisers = addFunction(tree, Node());
      else
        owners[i] = initialisers;
      if (owners[i] >= 0)
        functions_[size_t(owners[i])].members.push_back(int(i));
    }
  }

  int64_t addFunction(size_t tree, const Node &node) {
    functions_.push_back({tree, node.id.function, {}, {}, false});
    group_of_.push_back(0);
    size_t index = functions_.size() - 1;
    if (!node.id.function.empty())
      by_name_[node.id.function].push_back(index);
    return int64_t(index);
  }

  void addEdges(size_t function) {
    const std::vector<Node> &nodes = nodesOf(function);
    for (int index : functions_[function].members) {
      const Node &node = nodes[size_t(index)];
      if (node.kind == NodeKind::Call)
        addEdge(function, index, {}, node.directive);
      for (const FunctionCall &call : node.calls)
        addEdge(function, index, call.repeated, call.callee);
    }
  }

  /// The unit's own function is preferred among those with this name.
  void addEdge(size_t function, int node, const Trips &repeated, const std::string &callee) {
    auto found = by_name_.find(callee);
    if (found == by_name_.end())
      return;
    size_t chosen = found->second.front();
    for (size_t candidate : found->second)
      if (functions_[candidate].tree == functions_[function].tree) {
        chosen = candidate;
        break;
      }
    edges_of_[function].push_back(edges_.size());
    edges_.push_back({function, node, repeated, chosen});
  }

  void markCalled() {
    for (const Edge &edge : edges_)
      if (group_of_[edge.function] != group_of_[edge.callee])
        functions_[edge.callee].is_called = true;
  }

  void countGroup(const CallGroup &group) {
    Reach together;
    bool is_called = false;
    for (size_t function : group.functions) {
      is_called |= functions_[function].is_called || functions_[function].name == "main";
      together = sum(together, enteredFromOutside(function));
    }
    for (size_t function : group.functions) {
      Reach reach = group.recursive ? together : enteredFromOutside(function);
      if (!is_called)
        reach = uncalled(function);
      if (group.recursive) {
        reach = scaled(reach, unknown_recursion);
        reach.guesses |= guess_recursion;
      }
      countFunction(function, reach);
    }
  }

  Reach enteredFromOutside(size_t function) const {
    Reach reach = functions_[function].entered;
    if (functions_[function].name == "main")
      reach.serial += 1;
    return reach;
  }

  Reach uncalled(size_t function) const {
    const std::vector<Node> &nodes = nodesOf(function);
    bool is_serial = std::ranges::any_of(functions_[function].members, [&](int index) {
      const Node &node = nodes[size_t(index)];
      return node.kind == NodeKind::Parallel || node.serial || !node.counterpart.empty();
    });
    Reach reach;
    reach.serial = is_serial ? 1 : 0;
    reach.all = is_serial ? 0 : threads_;
    reach.shared = is_serial ? 0 : 1;
    reach.guesses = guess_caller;
    return reach;
  }

  void countFunction(size_t function, const Reach &entered) {
    const std::vector<Node> &nodes = nodesOf(function);
    std::map<int, Reach> inside, threads; // threads: those that go through it to its end
    for (int index : functions_[function].members) {
      const Node &node = nodes[size_t(index)];
      auto parent = inside.find(node.parent);
      Reach at = times(node.hidden, parent == inside.end() ? entered : parent->second);
      bool is_gathered = node.treatment == Treatment::Counted && node.counted_iterations;
      addFrequency(nodes, size_t(index), is_gathered ? threads[holderOf(nodes, index)] : at);
      inside[index] = insideOf(node, at, times(node.trips, at), threads_);
      threads[index] = node.kind == NodeKind::Parallel ? inside[index] : at;
    }
    for (size_t edge : edges_of_[function])
      passOn(edges_[edge], inside.at(edges_[edge].node));
  }

  /// The construct that tells what is counted inside.
  static int holderOf(const std::vector<Node> &nodes, int index) {
    int at = nodes[size_t(index)].parent;
    while (at >= 0 && nodes[size_t(at)].kind == NodeKind::Loop)
      at = nodes[size_t(at)].parent;
    return at;
  }

  /// Calls inside of a group are its recursion, which is guessed.
  void passOn(const Edge &edge, const Reach &at) {
    if (group_of_[edge.function] != group_of_[edge.callee])
      functions_[edge.callee].entered =
          sum(functions_[edge.callee].entered, times(edge.repeated, at));
  }

  /// Serial statements are taken to be too short. One that is measured every time takes at least
  /// half a microsecond (initial.c), so its probes are a small part of the run, whatever they cost.
  static void takeAsTooShort(Executions &executions) {
    double &serial = executions.of(CostKind::Serial), all = serial;
    serial = measuredBeforeTooShort(all);
    executions.of(CostKind::TooShort) += all - serial;
  }

  void addFrequency(const std::vector<Node> &nodes, size_t index, const Reach &at) {
    Executions executions = probesAt(nodes, index, at, times(nodes[index].trips, at), threads_);
    if (!executions.any())
      return;
    Frequency frequency = frequencyOf(nodes[index]);
    frequency.executions = executions;
    takeAsTooShort(frequency.executions);
    frequency.guesses = at.guesses;
    bool by_iteration = executions.of(CostKind::Iteration) + executions.of(CostKind::Task) > 0;
    if (by_iteration && nodes[index].trips.loops > 0)
      frequency.guesses |= guess_loop;
    found_.push_back(std::move(frequency));
  }

  const std::vector<Node> &nodesOf(size_t function) const {
    return trees_[functions_[function].tree].nodes;
  }

  const std::vector<NodeTree> &trees_;
  double threads_;
  std::vector<Function> functions_;
  std::set<std::string> known_;
  std::map<std::string, std::vector<size_t>> by_name_;
  std::vector<Edge> edges_;
  std::map<size_t, std::vector<size_t>> edges_of_; // by function
  std::vector<size_t> group_of_;
  std::vector<Frequency> found_;
};

} // namespace

std::vector<Frequency> staticFrequencies(const std::vector<NodeTree> &trees, int threads) {
  return StaticCount(trees, threads).run();
}

} // namespace tare
