// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/nodes/function_match.h"

#include "base/files.h"
#include "instrumenter/nodes/stem.h"

#include <algorithm>
#include <set>

namespace tare {

namespace {

/// Functions with the nodes inside. A function that several units hold is listed once.
std::vector<FunctionCode> functionsOf(const std::vector<NodeTree> &trees) {
  std::vector<FunctionCode> functions;
  std::set<NodeId> seen;
  for (size_t unit = 0; unit < trees.size(); ++unit) {
    const std::vector<Node> &nodes = trees[unit].nodes;
    std::vector<int> owner(nodes.size(), -1); // index into functions
    for (size_t n = 0; n < nodes.size(); ++n) {
      if (nodes[n].kind == NodeKind::Function) {
        if (!seen.insert(nodes[n].id).second)
          continue;
        owner[n] = int(functions.size());
        functions.push_back({int(unit), int(n), {}});
      } else if (nodes[n].parent >= 0) {
        owner[n] = owner[size_t(nodes[n].parent)];
        if (owner[n] >= 0)
          functions[size_t(owner[n])].nodes.push_back(int(n));
      }
    }
  }
  return functions;
}

size_t commonEnd(const std::string &a, const std::string &b) {
  size_t length = 0;
  while (length < a.size() && length < b.size() &&
         a[a.size() - 1 - length] == b[b.size() - 1 - length])
    ++length;
  return length;
}

} // namespace

FunctionMatch::FunctionMatch(const std::vector<NodeTree> &serial,
                             const std::vector<NodeTree> &parallel)
    : serial_trees_(serial), parallel_trees_(parallel), serial_(functionsOf(serial)),
      parallel_(functionsOf(parallel)) {
  for (const FunctionCode &function : serial_) {
    const std::string &name = nodeOf(function, true).id.function;
    by_name_[name].push_back(&function);
    by_stem_[stemOf(name)].push_back(&function);
  }
  for (const FunctionCode &function : parallel_)
    if (const std::string &name = nodeOf(function, false).id.function;
        by_name_.count(name) == 0 && holdsConstruct(function))
      ++parallel_stems_[stemOf(name)];
}

bool FunctionMatch::holdsConstruct(const FunctionCode &function) const {
  const std::vector<Node> &nodes = parallel_trees_[size_t(function.unit)].nodes;
  return std::any_of(function.nodes.begin(), function.nodes.end(),
                     [&](int n) { return isOpenMP(nodes[size_t(n)].kind); });
}

const Node &FunctionMatch::nodeOf(const FunctionCode &function, bool serial) const {
  const std::vector<NodeTree> &trees = serial ? serial_trees_ : parallel_trees_;
  return trees[size_t(function.unit)].nodes[size_t(function.node)];
}

/// The candidates whose path is most like this one at its end. If no file has the same name, all of
/// them: the code must decide.
FunctionMatch::Candidates FunctionMatch::inLikeliestFile(const Candidates &candidates,
                                                         const std::string &path) const {
  size_t most = 0;
  for (const FunctionCode *candidate : candidates)
    most = std::max(most, commonEnd(nodeOf(*candidate, true).id.path, path));
  Candidates best;
  for (const FunctionCode *candidate : candidates)
    if (commonEnd(nodeOf(*candidate, true).id.path, path) == most)
      best.push_back(candidate);
  return most >= baseName(path).size() ? best : candidates;
}

/// Overloads, or copies in several files: the same code, else the only one, else the same ordinal
/// if nothing was added or removed.
FunctionCounterpart FunctionMatch::choose(const FunctionCode &function,
                                          Candidates candidates) const {
  const Node &node = nodeOf(function, false);
  candidates = inLikeliestFile(candidates, node.id.path);
  if (const FunctionCode *same = onlySame(node, candidates))
    return {same, {}};
  if (candidates.size() == 1)
    return {candidates.front(), {}};
  auto overloads =
      std::count_if(parallel_.begin(), parallel_.end(), [&](const FunctionCode &other) {
        const NodeId &id = nodeOf(other, false).id;
        return id.function == node.id.function && id.path == node.id.path;
      });
  if (size_t(overloads) == candidates.size())
    for (const FunctionCode *candidate : candidates)
      if (nodeOf(*candidate, true).id.ordinal == node.id.ordinal)
        return {candidate, {}};
  return {nullptr, "several functions of the serial program are called " + node.id.function +
                       ", and which is meant is not known"};
}

FunctionCounterpart FunctionMatch::counterpart(const FunctionCode &function) const {
  const std::string &name = nodeOf(function, false).id.function;
  if (auto found = by_name_.find(name); found != by_name_.end())
    return choose(function, found->second);
  std::string stem = stemOf(name);
  auto found = by_stem_.find(stem);
  auto rivals = parallel_stems_.find(stem);
  if (!stem.empty() && found != by_stem_.end() && found->second.size() == 1 &&
      rivals != parallel_stems_.end() && rivals->second == 1)
    return {found->second.front(), {}};
  return sameCode(function);
}

/// A function that was renamed.
FunctionCounterpart FunctionMatch::sameCode(const FunctionCode &function) const {
  Candidates all;
  for (const FunctionCode &candidate : serial_)
    all.push_back(&candidate);
  const Node &node = nodeOf(function, false);
  if (const FunctionCode *same = onlySame(node, all))
    return {same, {}};
  return {nullptr, "the serial program has no function " + node.id.function};
}

/// The only candidate with the same code, else the only one with the same shape. Null: there is
/// none, or a choice.
const FunctionCode *FunctionMatch::onlySame(const Node &node, const Candidates &candidates) const {
  for (size_t hash : {0, 1}) {
    Candidates same;
    for (const FunctionCode *candidate : candidates)
      if (node.hashes[hash] != 0 && nodeOf(*candidate, true).hashes[hash] == node.hashes[hash])
        same.push_back(candidate);
    if (same.size() == 1)
      return same.front();
  }
  return nullptr;
}

} // namespace tare
