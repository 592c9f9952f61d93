// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/nodes/renewal.h"

#include "base/text.h"
#include "instrumenter/nodes/alignment.h"

#include <algorithm>
#include <map>
#include <string>

namespace tare {
namespace {

/// Indices of nodes by function, in the order of the source.
using Functions = std::map<std::pair<std::string, std::string>, std::vector<int>>;

Functions functionsOf(const NodeTree &tree) {
  Functions functions;
  for (size_t i = 0; i < tree.nodes.size(); ++i)
    functions[{tree.nodes[i].id.path, tree.nodes[i].id.function}].push_back(static_cast<int>(i));
  return functions;
}

/// A table of version 1 has of a directive's clauses what their text says.
bool haveSameClauses(const Node &run, const Node &source) {
  return run.clauses == source.clauses || run.clauses == clausesIn(run.directive);
}

/// What makes a node the same one, without its ordinal: that moves when one before it comes or
/// goes.
uint64_t signatureOf(const Node &node) {
  std::string text = std::string(kindName(node.kind)) + "#" + node.directive + "#" +
                     hex16(node.hashes[0]) + (node.serial ? "#serial" : "");
  return std::max<uint64_t>(hashBytes(text), 1); // 0 would match nothing
}

std::vector<uint64_t> signaturesOf(const NodeTree &tree, const std::vector<int> &nodes) {
  std::vector<uint64_t> signatures;
  for (int node : nodes)
    signatures.push_back(signatureOf(tree.nodes[static_cast<size_t>(node)]));
  return signatures;
}

class TableMatcher {
public:
  TableMatcher(const NodeTree &run, const NodeTree &source) : run_(run), source_(source) {
    match_.fates.assign(run.nodes.size(), NodeFate::Gone);
    match_.now.assign(run.nodes.size(), -1);
    taken_.assign(source.nodes.size(), false);
  }

  TableMatch match() {
    Functions now = functionsOf(source_);
    for (const auto &[name, nodes] : functionsOf(run_))
      if (auto found = now.find(name); found != now.end())
        matchFunction(nodes, found->second);
    for (size_t i = 0; i < taken_.size(); ++i)
      if (!taken_[i])
        match_.added.push_back(static_cast<int>(i));
    return std::move(match_);
  }

private:
  using Indices = std::vector<int>;

  /// Equal nodes first; then, between two of them, what is left of each kind in its order.
  void matchFunction(const Indices &run, const Indices &source) {
    auto pairs = alignSequences(signaturesOf(run_, run), signaturesOf(source_, source));
    pairs.emplace_back(static_cast<int>(run.size()), static_cast<int>(source.size()));
    int run_begin = 0, source_begin = 0;
    for (auto [run_end, source_end] : pairs) {
      matchKinds({run.begin() + run_begin, run.begin() + run_end},
                 {source.begin() + source_begin, source.begin() + source_end});
      if (run_end < static_cast<int>(run.size()))
        pair(run[static_cast<size_t>(run_end)], source[static_cast<size_t>(source_end)]);
      run_begin = run_end + 1;
      source_begin = source_end + 1;
    }
  }

  void matchKinds(const Indices &run, const Indices &source) {
    std::map<NodeKind, size_t> next; // where to look for the next node of a kind
    for (int node : run) {
      size_t &from = next[runNode(node).kind];
      while (from < source.size() && sourceNode(source[from]).kind != runNode(node).kind)
        ++from;
      if (from < source.size())
        pair(node, source[from++]);
    }
  }

  void pair(int run, int source) {
    const Node &before = runNode(run), &now = sourceNode(source);
    bool same = before.hashes[0] == now.hashes[0] && before.directive == now.directive &&
                haveSameClauses(before, now);
    match_.fates[static_cast<size_t>(run)] = same ? NodeFate::Same : NodeFate::Changed;
    match_.now[static_cast<size_t>(run)] = source;
    taken_[static_cast<size_t>(source)] = true;
  }

  const Node &runNode(int index) const { return run_.nodes[static_cast<size_t>(index)]; }
  const Node &sourceNode(int index) const { return source_.nodes[static_cast<size_t>(index)]; }

  const NodeTree &run_, &source_;
  TableMatch match_;
  std::vector<bool> taken_;
};

/// Whether a probe's data mean the same by both: the same node, in the same one, with the same
/// probes.
bool haveSameMeaning(const Node &run, const Node &source) {
  return run.id == source.id && run.kind == source.kind && run.parent == source.parent &&
         run.treatment == source.treatment && run.opaque == source.opaque &&
         run.counted_iterations == source.counted_iterations &&
         run.loop_variable == source.loop_variable &&
         run.uses_thread_num == source.uses_thread_num && run.serial == source.serial &&
         run.counterpart == source.counterpart && run.counterpart_by == source.counterpart_by;
}

bool isWhollySame(const NodeTree &run, const NodeTree &source, const TableMatch &match) {
  if (run.nodes.size() != source.nodes.size() || run.fallback != source.fallback)
    return false;
  for (size_t i = 0; i < run.nodes.size(); ++i)
    if (match.now[i] != static_cast<int>(i) || match.fates[i] != NodeFate::Same ||
        !haveSameMeaning(run.nodes[i], source.nodes[i]))
      return false;
  return true;
}

} // namespace

TableMatch matchTables(const NodeTree &run, const NodeTree &source) {
  return TableMatcher(run, source).match();
}

NodeTree renewedTable(const NodeTree &run, const NodeTree &source, const TableMatch &match) {
  if (isWhollySame(run, source, match))
    return source;
  NodeTree renewed = run;
  for (size_t i = 0; i < renewed.nodes.size(); ++i)
    if (match.now[i] >= 0)
      renewed.nodes[i].place = source.nodes[static_cast<size_t>(match.now[i])].place;
  return renewed;
}

} // namespace tare
