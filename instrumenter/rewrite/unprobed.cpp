// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/rewrite/unprobed.h"

#include "instrumenter/clang/directive_kinds.h"

#include <algorithm>
#include <set>

namespace tare {

namespace {

constexpr const char *with_tasks = "other tasks of its region are left out";
constexpr const char *with_tasks_of_unit = "tasks outside the text of a region are left out";
constexpr const char *inside_task = "it lies inside a task that is left out";
constexpr const char *with_section = "one of these sections is left out";

bool makesTasks(NodeKind kind) { return kind == NodeKind::Task || kind == NodeKind::Taskloop; }

class Finder {
public:
  Finder(const Plan &plan, const std::vector<Construct> &constructs, const std::vector<Node> &nodes)
      : plan_(plan), constructs_(constructs), nodes_(nodes) {
    left_.whole.resize(constructs.size());
    left_.half.resize(constructs.size());
  }

  Unprobed find() {
    for (size_t i = 0; i < constructs_.size(); ++i) {
      if (!beginsTeam(constructs_[i].kind)) // a plan reaches no region, and nothing beyond one
        left_.whole[i] = reasonOf(constructs_[i].node);
      left_.half[i] = reasonOf(constructs_[i].inner_node);
    }
    addTasks();
    addSections();
    addInside();
    return std::move(left_);
  }

private:
  std::string reasonOf(int node) const {
    if (node < 0)
      return {};
    auto found = plan_.unprobed_nodes.find(nodes_[size_t(node)].id.text());
    return found == plan_.unprobed_nodes.end() ? "" : found->second;
  }

  static void add(std::string &reason, const char *why) {
    if (reason.empty())
      reason = why;
  }

  void addTasks() {
    std::set<int> regions;
    for (size_t i = 0; i < constructs_.size(); ++i)
      if (makesTasks(constructs_[i].kind) && !left_.whole[i].empty())
        regions.insert(regionOf(constructs_, i));
    bool everywhere = regions.count(-1) > 0;
    for (size_t i = 0; i < constructs_.size(); ++i) {
      if (!makesTasks(constructs_[i].kind))
        continue;
      int region = regionOf(constructs_, i);
      if (region >= 0 && regions.count(region) > 0)
        add(left_.whole[i], with_tasks);
      else if (everywhere)
        add(left_.whole[i], with_tasks_of_unit);
    }
  }

  void addSections() {
    for (size_t i = 0; i < constructs_.size(); ++i)
      if (constructs_[i].kind == NodeKind::Section && !left_.whole[i].empty())
        addSections(constructs_[i].parent);
  }

  void addSections(int around) {
    if (around < 0)
      return;
    const Construct &sections = constructs_[size_t(around)];
    if (sections.kind == NodeKind::Sections)
      add(left_.whole[size_t(around)], with_section);
    else if (innerHalf(sections.name) == NodeKind::Sections)
      add(left_.half[size_t(around)], with_section);
    for (size_t i = 0; i < constructs_.size(); ++i)
      if (constructs_[i].kind == NodeKind::Section && constructs_[i].parent == around)
        add(left_.whole[i], with_section);
  }

  void addInside() {
    std::vector<char> inside(constructs_.size(), false); // parents come before their children
    for (size_t i = 0; i < constructs_.size(); ++i) {
      int parent = constructs_[i].parent;
      if (parent < 0 || beginsTeam(constructs_[i].kind))
        continue;
      const size_t around = size_t(parent);
      bool in_task = makesTasks(constructs_[around].kind) && !left_.whole[around].empty();
      inside[i] = in_task || inside[around];
      if (inside[i])
        add(left_.whole[i], inside_task);
    }
  }

  const Plan &plan_;
  const std::vector<Construct> &constructs_;
  const std::vector<Node> &nodes_;
  Unprobed left_;
};

} // namespace

int regionOf(const std::vector<Construct> &constructs, size_t index) {
  int at = constructs[index].parent;
  while (at >= 0 && constructs[size_t(at)].kind != NodeKind::Parallel)
    at = constructs[size_t(at)].parent;
  return at;
}

Unprobed unprobedBy(const Plan &plan, const std::vector<Construct> &constructs,
                    const std::vector<Node> &nodes) {
  if (plan.unprobed_nodes.empty())
    return {};
  return Finder(plan, constructs, nodes).find();
}

} // namespace tare
