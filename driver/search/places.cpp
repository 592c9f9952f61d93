// SPDX-License-Identifier: Apache-2.0
#include "driver/search/places.h"

#include "analyzer/cost/probe_sites.h"
#include "base/lists.h"
#include "base/text.h"

#include <algorithm>
#include <set>

namespace tare {
namespace {

bool isPlace(const Node &node) { return isOpenMP(node.kind) || node.serial; }

/// Without probes, such a construct hides waits or work; others only say how code is compiled.
bool hidesTime(NodeKind kind) {
  switch (kind) {
  case NodeKind::Simd:
  case NodeKind::Atomic:
  case NodeKind::Flush:
  case NodeKind::Tile:
  case NodeKind::Unroll:
  case NodeKind::Scan:
  case NodeKind::Cancel:
  case NodeKind::Depobj:
    return false;
  default:
    return true;
  }
}

/// Makes places of nodes, then links them along the code and along calls.
class Builder {
public:
  explicit Builder(const std::vector<NodeTree> &trees) : trees_(trees) {}

  Places build() {
    for (const NodeTree &tree : trees_)
      addPlaces(tree);
    for (const NodeTree &tree : trees_)
      addCalls(tree);
    for (const NodeTree &tree : trees_)
      for (size_t i = 0; i < tree.nodes.size(); ++i)
        if (isPlace(tree.nodes[i]) && !tree.nodes[i].serial)
          connect(tree, i);
    for (const NodeTree &tree : trees_) {
      addParts(tree);
      addCompanions(tree);
    }
    return std::move(places_);
  }

private:
  /// One place for each identity. One copy with probes is enough to make it askable.
  void addPlaces(const NodeTree &tree) {
    for (const Node &node : tree.nodes) {
      if (!isPlace(node))
        continue;
      auto [known, is_new] =
          places_.by_id.emplace(node.id.text(), static_cast<int>(places_.all.size()));
      if (is_new)
        places_.all.push_back(placeOf(node));
      Place &place = places_[known->second];
      place.can_ask |= !tree.fallback && isTimed(node) && canLeaveOut(node);
      place.only_counted |= !tree.fallback && node.treatment == Treatment::Counted;
      if (place.can_ask)
        place.without_probes.clear();
    }
  }

  static Place placeOf(const Node &node) {
    Place place;
    place.id = node.id.text();
    place.kind = node.kind;
    place.file = node.id.path.empty() ? node.place.file : node.id.path;
    place.line = node.place.line;
    place.directive = node.directive;
    place.function = node.id.function;
    place.serial = node.serial;
    bool has_probes = isTimed(node) || node.treatment == Treatment::Counted;
    if (!has_probes && hidesTime(node.kind))
      place.without_probes = node.reason.empty() ? "it has no probes" : node.reason;
    return place;
  }

  /// -1: the node is no place.
  int placeAt(const Node &node) const { return isPlace(node) ? places_.find(node.id.text()) : -1; }

  /// The construct next around node `index` in its function; -1: none. Sets `function` to the
  /// function that was left.
  int constructAround(const NodeTree &tree, size_t index, std::string &function) const {
    for (int up = tree.nodes[index].parent; up >= 0; up = tree.nodes[size_t(up)].parent) {
      const Node &outer = tree.nodes[size_t(up)];
      if (isOpenMP(outer.kind))
        return placeAt(outer);
      if (outer.kind == NodeKind::Function)
        function = outer.id.function;
    }
    return -1;
  }

  /// `from`: the construct that the call stands in; -1: none in the function `caller`.
  void addCall(const std::string &callee, int from, const std::string &caller) {
    Callers &callers = callers_[callee];
    if (from >= 0)
      callers.constructs.insert(from);
    else
      callers.functions.insert(caller);
  }

  /// Calls by constructs, and by code outside of them.
  void addCalls(const NodeTree &tree) {
    for (size_t i = 0; i < tree.nodes.size(); ++i) {
      const Node &node = tree.nodes[i];
      std::string caller = node.id.function;
      int inside = isOpenMP(node.kind) ? placeAt(node) : constructAround(tree, i, caller);
      if (node.kind == NodeKind::Call)
        addCall(node.directive, inside, caller);
      for (const FunctionCall &call : node.calls)
        addCall(call.callee, inside, caller);
    }
  }

  /// Links a place to the construct around it, or to all constructs whose calls reach its function.
  void connect(const NodeTree &tree, size_t index) {
    int place = placeAt(tree.nodes[index]);
    std::string function = tree.nodes[index].id.function;
    int around = constructAround(tree, index, function);
    if (around >= 0) {
      link(around, place);
      return;
    }
    std::set<int> constructs;
    std::set<std::string> seen;
    collectCallers(function, constructs, seen);
    for (int construct : constructs)
      if (construct != place)
        link(construct, place);
    if (places_[place].around.empty() && !places_[place].isRegion())
      linkAnywhere(place);
  }

  /// Loops are no places: their figures belong to the construct around them.
  void addParts(const NodeTree &tree) {
    for (size_t i = 0; i < tree.nodes.size(); ++i) {
      const Node &node = tree.nodes[i];
      if (node.kind != NodeKind::Loop || isPlace(node))
        continue;
      std::string function = node.id.function;
      if (int around = constructAround(tree, i, function); around >= 0)
        addPart(around, node);
      else
        addPartOfCallers(function, node);
    }
  }

  void addPart(int place, const Node &node) { addOnce(places_[place].parts, node.id.text()); }

  /// A loop that several constructs call is a part of none: it would count more than once.
  void addPartOfCallers(const std::string &function, const Node &node) {
    std::set<int> constructs;
    std::set<std::string> seen;
    collectCallers(function, constructs, seen);
    if (constructs.size() == 1)
      addPart(*constructs.begin(), node);
  }

  /// Constructs whose calls lead to `function`, through any functions. `seen` ends recursions.
  void collectCallers(const std::string &function, std::set<int> &constructs,
                      std::set<std::string> &seen) const {
    auto found = callers_.find(function);
    if (found == callers_.end() || !seen.insert(function).second)
      return;
    constructs.insert(found->second.constructs.begin(), found->second.constructs.end());
    for (const std::string &caller : found->second.functions)
      collectCallers(caller, constructs, seen);
  }

  /// Who calls it is not known: any region may.
  void linkAnywhere(int place) {
    places_[place].unknown_caller = true;
    for (int region : places_.where([&](int at) { return places_[at].isRegion(); }))
      link(region, place);
  }

  void link(int outer, int inner) {
    if (outer == inner)
      return;
    addOnce(places_[outer].inside, inner);
    addOnce(places_[inner].around, outer);
  }

  /// As the instrumenter leaves out with each other (rewrite/unprobed.h).
  void addCompanions(const NodeTree &tree) {
    std::map<int, std::vector<int>> tasks, sections; // by region, or -1; by `sections`
    for (size_t i = 0; i < tree.nodes.size(); ++i) {
      const Node &node = tree.nodes[i];
      int place = placeAt(node);
      if (place < 0)
        continue;
      if (makesTasks(node.kind))
        tasks[nearest(tree, i, NodeKind::Parallel)].push_back(place);
      if (node.kind == NodeKind::Sections)
        sections[place].push_back(place);
      if (node.kind == NodeKind::Section)
        sections[nearest(tree, i, NodeKind::Sections)].push_back(place);
      for (int task = outerTask(tree, i); task >= 0;) {
        together(place, placeAt(tree.nodes[size_t(task)]));
        task = outerTask(tree, size_t(task));
      }
    }
    for (const auto &[region, group] : tasks) {
      joinGroup(group);
      if (region >= 0 && tasks.count(-1) > 0) // tasks of called functions run in any wait
        for (int task : group)
          for (int other : tasks[-1])
            together(task, other);
    }
    sections.erase(-1);
    for (const auto &[around, group] : sections)
      joinGroup(group);
  }

  /// Every member needs all others.
  void joinGroup(const std::vector<int> &group) {
    for (int one : group)
      for (int other : group)
        together(one, other);
  }

  void together(int place, int with) {
    if (with >= 0 && with != place && places_[with].can_ask)
      addOnce(places_[place].together, with);
  }

  /// Stops at a region, which begins anew.
  static int outerTask(const NodeTree &tree, size_t index) {
    for (int up = tree.nodes[index].parent; up >= 0; up = tree.nodes[size_t(up)].parent) {
      if (tree.nodes[size_t(up)].kind == NodeKind::Parallel)
        return -1;
      if (makesTasks(tree.nodes[size_t(up)].kind))
        return up;
    }
    return -1;
  }

  /// The next place of this kind around the node; -1: none.
  int nearest(const NodeTree &tree, size_t index, NodeKind kind) const {
    for (int up = tree.nodes[index].parent; up >= 0; up = tree.nodes[size_t(up)].parent)
      if (tree.nodes[size_t(up)].kind == kind)
        return placeAt(tree.nodes[size_t(up)]);
    return -1;
  }

  struct Callers {
    std::set<int> constructs;        // calls that stand in these
    std::set<std::string> functions; // and outside of constructs in these
  };

  const std::vector<NodeTree> &trees_;
  Places places_;
  std::map<std::string, Callers> callers_; // by callee
};

} // namespace

bool canLeaveOut(const Node &node) {
  switch (node.kind) {
  case NodeKind::Parallel:
  case NodeKind::Target:
  case NodeKind::Teams:
  case NodeKind::Distribute:
  case NodeKind::Metadirective:
    return false;
  default:
    return isOpenMP(node.kind) || node.serial;
  }
}

int Places::find(const std::string &id) const {
  auto found = by_id.find(id);
  return found == by_id.end() ? -1 : found->second;
}

std::string Places::title(int place) const {
  const Place &at = (*this)[place];
  std::string what = kindName(at.kind);
  if (at.kind == NodeKind::Call)
    what = "call of " + at.directive;
  else if (at.isRegion())
    what = "region";
  else if (at.kind == NodeKind::Lock)
    what = at.directive;
  return printable(what + " at " + at.file + ":" + std::to_string(at.line));
}

Places placesOf(const std::vector<NodeTree> &trees) { return Builder(trees).build(); }

} // namespace tare
