// SPDX-License-Identifier: Apache-2.0
#include "analyzer/books/balances.h"

#include <algorithm>

namespace tare {

static bool insideRegion(const NodeTree &tree, const Node &node) {
  for (int up = node.parent; up >= 0; up = tree.nodes[up].parent)
    if (tree.nodes[up].kind == NodeKind::Parallel)
      return true;
  return false;
}

static bool executed(const Profile &profile, size_t index) {
  for (const ProfileThread &thread : profile.threads)
    if (index < thread.nodes.size()) {
      const ProfileCell &body = thread.nodes[index].cells[Spent::Body];
      if (body.entries || body.units)
        return true;
    }
  return false;
}

/// By a plan: nothing tells whether they were created.
static bool tasksUnprobed(const Node &node) {
  return node.treatment == Treatment::Unprobed &&
         (node.kind == NodeKind::Task || node.kind == NodeKind::Taskloop);
}

static bool leavesOutTasks(const Profile &profile) {
  for (const ProfileModule &module : profile.modules)
    for (const Node &node : module.tree.nodes)
      if (tasksUnprobed(node))
        return true;
  return false;
}

bool hidesTasks(const Profile &profile) {
  for (const ProfileModule &module : profile.modules)
    for (size_t i = 0; i < module.tree.nodes.size(); ++i) {
      const Node &node = module.tree.nodes[i];
      bool opaque_loop = node.kind == NodeKind::Taskloop && node.treatment != Treatment::Measured &&
                         executed(profile, module.first_node + i);
      if ((opaque_loop || tasksUnprobed(node)) && !insideRegion(module.tree, node))
        return true;
    }
  return false;
}

bool mayHideTasks(const Node &node) { return node.opaque == opaque_tasks; }

/// What tasks without probes call is measured on some threads and not on others: on those that have
/// finished their part of the region no probe does anything.
static bool isCalledCode(const NodeTree &tree, const Node &node) {
  return node.kind != NodeKind::Parallel && !insideRegion(tree, node);
}

static std::string opaqueWith(const NodeTree &tree, const Node &node, bool hides_tasks) {
  for (const Node *up = &node;; up = &tree.nodes[up->parent]) {
    if (!up->opaque.empty() && up->opaque != opaque_unprobed)
      return up->opaque;
    if (up->parent < 0)
      break;
  }
  return hides_tasks ? opaque_tasks : node.opaque;
}

int KeyTable::keyOf(const Node &node) {
  auto [place, fresh] = keys_.emplace(node.id.text(), static_cast<int>(nodes_.size()));
  if (fresh) {
    nodes_.push_back(node);
    parents_.push_back(-1);
    halves_.push_back(-1);
    outer_.emplace_back();
  }
  return place->second;
}

int KeyTable::find(const std::string &id) const {
  auto found = keys_.find(id);
  return found == keys_.end() ? -1 : found->second;
}

/// The worksharing half of a combined directive stands where its region does.
static bool isHalf(const NodeTree &tree, const Node &node) {
  const Node &parent = tree.nodes[static_cast<size_t>(node.parent)];
  return parent.kind == NodeKind::Parallel && parent.place.line > 0 &&
         parent.place.line == node.place.line && parent.place.column == node.place.column &&
         parent.place.file == node.place.file;
}

std::vector<int> KeyTable::add(const Profile &profile) {
  std::vector<int> keys(profile.nodeCount(), keyOf(Node()));
  bool hides_tasks = hidesTasks(profile), leaves_out = leavesOutTasks(profile);
  for (const ProfileModule &module : profile.modules)
    for (size_t i = 0; i < module.tree.nodes.size(); ++i) {
      const Node &node = module.tree.nodes[i];
      int key = keyOf(node);
      keys[module.first_node + i] = key;
      if (node.parent >= 0) { // parents come before their children
        parents_[key] = keys[module.first_node + static_cast<size_t>(node.parent)];
        if (isHalf(module.tree, node))
          halves_[parents_[key]] = key;
      }
      if (nodes_[key].opaque.empty() || nodes_[key].opaque == opaque_unprobed)
        nodes_[key].opaque = opaqueWith(
            module.tree, node, hides_tasks || (leaves_out && isCalledCode(module.tree, node)));
    }
  addOuter(profile, keys);
  return keys;
}

void KeyTable::addOuter(const Profile &profile, const std::vector<int> &keys) {
  for (const ProfileThread &thread : profile.threads)
    for (size_t i = 0; i < std::min(thread.nodes.size(), keys.size()); ++i) {
      const OuterNodes &outer = thread.nodes[i].outer;
      for (uint32_t node : outer)
        if (node < keys.size() && keys[node] != keys[i])
          outer_[keys[i]].insert(keys[node]);
      if (outer.more)
        outer_[keys[i]].insert(-1);
    }
}

/// In the same function.
int KeyTable::constructAround(int key) const {
  int parent = parents_[key];
  return parent >= 0 && nodes_[parent].kind == NodeKind::Function ? -1 : parent;
}

/// It and what is around it, outwards, as far as that is one.
std::vector<int> KeyTable::chain(int key) const {
  std::vector<int> keys;
  while (key >= 0 && keys.size() < most_around) {
    keys.push_back(key);
    const std::set<int> &outer = outer_[key];
    int construct = constructAround(key);
    key = construct >= 0 ? construct : outer.size() == 1 ? *outer.begin() : -1;
  }
  return keys;
}

int KeyTable::around(int key) const {
  int construct = constructAround(key);
  if (construct >= 0 || outer_[key].empty() || nodes_[key].kind == NodeKind::Task ||
      nodes_[key].kind == NodeKind::Taskloop)
    return construct;
  std::vector<int> common = chain(*outer_[key].begin());
  for (int outer : outer_[key]) {
    std::vector<int> other = chain(outer);
    std::erase_if(common, [&](int k) { return std::ranges::find(other, k) == other.end(); });
  }
  return common.empty() ? -1 : common.front();
}

Ticks NodeBalance::sum(StateSet states) const {
  Ticks sum = 0;
  for (State state : states)
    sum += traitsOf(state).area == Area::Beyond ? -(*this)[state] : (*this)[state];
  return sum;
}

static constexpr StateSet states_of_regions =
    statesWith(&StateTraits::area, {Area::Time, Area::Lacking, Area::Beyond});

Ticks RunBalance::area() const {
  Ticks sum = probe + mpi_elsewhere.sum();
  sum += serialThreads() * (serial + serial_off_cpu + serial_probe);
  for (const NodeBalance &n : nodes)
    sum += n.sum(states_of_regions);
  return sum;
}

Ticks RunBalance::areaAt(const NodeBalance &node) const {
  return node.sum(states_of_regions) + serialThreads() * node[State::Serial];
}

bool wasExecuted(const NodeBalance &n) {
  return n.instances || n.executions || n[State::Work] || n[State::Region] || n[State::Opaque] ||
         n[State::Serial];
}

bool isOpaque(const Node &node) { return !node.opaque.empty(); }

bool isOpaque(const Balances &balances, int key) {
  return isOpaque(balances.keys->node(key)) && !balances.known.contains(key);
}

} // namespace tare
