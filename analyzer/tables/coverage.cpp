// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/coverage.h"

#include "analyzer/ledger/coverage_reasons.h"
#include "instrumenter/nodes/shown_file.h"

#include <algorithm>
#include <set>
#include <tuple>

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

std::string reasonOf(const Node &node) {
  return node.reason.empty() ? "no reason recorded" : node.reason;
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
    coverage.reasons[std::string(timed_from_outside) + reasonOf(node)] += 1;
    return;
  case Treatment::Unprobed:
    coverage.left_alone += 1;
    coverage.reasons[treatmentName(node.treatment)] += 1;
    return;
  default:
    coverage.left_alone += 1;
  }
  coverage.reasons[reasonOf(node)] += 1;
}

bool isLeftAlone(const Node &node) {
  return node.treatment == Treatment::LeftAlone || node.treatment == Treatment::None;
}

bool hasOwnTime(const Node &node) {
  bool measured = node.treatment == Treatment::Measured || node.treatment == Treatment::Outside;
  return measured && node.kind != NodeKind::Taskgroup && node.kind != NodeKind::Scope;
}

/// Id of what a construct without probes is part of (LeftOutLine::around).
std::string aroundOf(const NodeTree &tree, const Node &node) {
  bool is_task = node.kind == NodeKind::Task || node.kind == NodeKind::Taskloop;
  for (int up = node.parent; up >= 0; up = tree.nodes[up].parent) {
    const Node &outer = tree.nodes[up];
    if (is_task ? outer.kind == NodeKind::Parallel : hasOwnTime(outer))
      return outer.id.text();
  }
  return {};
}

UnprobedConstruct unprobedConstruct(const NodeTree &tree, const Node &node) {
  return {node.id.text(), kindName(node.kind), node.id.path,         node.place.line,
          node.directive, node.reason,         aroundOf(tree, node), node.serial};
}

LeftAloneDirective leftAloneDirective(const Node &node) {
  return {fileOf(node), node.place.line,
          node.directive.empty() ? kindName(node.kind) : node.directive, reasonOf(node)};
}

bool holdsMain(const NodeTree &tree) {
  return std::ranges::any_of(tree.nodes, [](const Node &node) {
    return node.kind == NodeKind::Function && node.id.function == "main";
  });
}

} // namespace

bool isLeftAloneRegion(const Node &node) {
  return node.kind == NodeKind::Parallel && node.treatment == Treatment::LeftAlone;
}

Ledger::Coverage coverageOf(const Profile &profile) {
  Ledger::Coverage coverage;
  std::set<std::string> seen;
  coverage.main_unit = "";
  for (const ProfileModule &module : profile.modules) {
    if (module.tree.fallback)
      coverage.units_not_measured.push_back(shownUnit(module.tree) + ": " +
                                            module.tree.fallback_reason);
    if (holdsMain(module.tree))
      coverage.main_unit = shownUnit(module.tree);
    for (const Node &node : module.tree.nodes) {
      bool unprobed = node.treatment == Treatment::Unprobed;
      if ((!isOpenMP(node.kind) && !unprobed) || !seen.insert(node.id.text()).second)
        continue;
      if (isOpenMP(node.kind) && !isSplitHalf(module.tree, node)) {
        countNode(node, coverage);
        if (isLeftAlone(node))
          coverage.left_alone_directives.push_back(leftAloneDirective(node));
      }
      if (unprobed)
        coverage.unprobed.push_back(unprobedConstruct(module.tree, node));
      if (isLeftAloneRegion(node))
        coverage.left_alone_regions.push_back({node.id.path, node.place.line, node.reason});
    }
  }
  std::ranges::sort(coverage.unprobed, {}, &UnprobedConstruct::id);
  std::ranges::sort(coverage.left_alone_regions, {},
                    [](const LeftAloneRegion &r) { return std::tie(r.file, r.line); });
  std::ranges::stable_sort(coverage.left_alone_directives, {},
                           [](const LeftAloneDirective &d) { return std::tie(d.file, d.line); });
  return coverage;
}

} // namespace tare
