// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/coverage.h"

#include <algorithm>
#include <set>

namespace tare {

namespace {

// The worksharing half of a split `parallel for` is not a directive of its own in the source.
bool isSplitHalf(const NodeTree &tree, const Node &node) {
  if (node.parent < 0)
    return false;
  const Node &parent = tree.nodes[node.parent];
  return parent.kind == NodeKind::Parallel && parent.place.line == node.place.line &&
         parent.place.column == node.place.column && parent.place.file == node.place.file;
}

void countNode(const Node &node, Ledger::Coverage &coverage) {
  coverage.seen += 1;
  switch (node.treatment) {
  case Treatment::Measured:
    coverage.measured += 1;
    return;
  case Treatment::Counted:
    coverage.counted += 1;
    return;
  case Treatment::Outside:
    coverage.outside += 1;
    break;
  default:
    coverage.left_alone += 1;
  }
  coverage.reasons[node.reason.empty() ? "no reason recorded" : node.reason] += 1;
}

bool holdsMain(const NodeTree &tree) {
  return std::ranges::any_of(tree.nodes, [](const Node &node) {
    return node.kind == NodeKind::Function && node.id.function == "main";
  });
}

} // namespace

Ledger::Coverage coverageOf(const Profile &profile) {
  Ledger::Coverage coverage;
  std::set<std::string> seen;
  coverage.main_unit = "";
  for (const ProfileModule &module : profile.modules) {
    if (module.tree.fallback)
      coverage.units_not_measured.push_back(module.tree.unit + ": " + module.tree.fallback_reason);
    if (holdsMain(module.tree))
      coverage.main_unit = module.tree.unit;
    for (const Node &node : module.tree.nodes)
      if (isOpenMP(node.kind) && !isSplitHalf(module.tree, node) &&
          seen.insert(node.id.text()).second)
        countNode(node, coverage);
  }
  return coverage;
}

} // namespace tare
