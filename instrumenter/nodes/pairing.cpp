// SPDX-License-Identifier: Apache-2.0
// Programs -> functions that belong together -> statements that belong together -> constructs.
#include "instrumenter/nodes/pairing.h"

#include "instrumenter/nodes/function_match.h"
#include "instrumenter/nodes/mixer.h"
#include "instrumenter/nodes/statement_match.h"

#include <algorithm>
#include <map>
#include <set>

namespace tare {

namespace {

using Trees = std::vector<NodeTree>;

/// In the order of PairedBy.
constexpr const char *way_names[] = {"same source", "exact", "shape", "header", "fallback"};

bool hasCode(const Node &node) { return node.hashes[0] != 0; }

/// Nodes of tables that get a serial counterpart: constructs, and a region's own loops.
bool isConstruct(const Node &node) {
  return isOpenMP(node.kind) ||
         (node.kind == NodeKind::Loop && node.treatment != Treatment::None && !node.serial);
}

/// Tables hold no statements, and only loops that were treated.
bool isWhole(const FunctionCode &function, const NodeTree &tree) {
  return std::any_of(function.nodes.begin(), function.nodes.end(), [&](int n) {
    const Node &node = tree.nodes[size_t(n)];
    return node.kind == NodeKind::Statement || node.kind == NodeKind::Return ||
           node.kind == NodeKind::If ||
           (node.kind == NodeKind::Loop && node.treatment == Treatment::None && !node.serial);
  });
}

/// A function's statements. In a table only constructs stand for them: two that hold the same code
/// (parallel and for of a combined directive) are one.
class ItemList {
public:
  ItemList(const FunctionCode &function, const NodeTree &tree) : tree_(tree) {
    bool whole = isWhole(function, tree);
    for (int n : function.nodes)
      add(n, whole);
    for (size_t i = items.size(); i-- > 0;) {
      Item &item = items[i];
      item.end = std::max(item.end, int(i) + 1);
      if (item.parent >= 0)
        items[size_t(item.parent)].end = std::max(items[size_t(item.parent)].end, item.end);
    }
  }

  /// The item of a node, or -1.
  int of(int node) const {
    auto found = by_node_.find(node);
    return found == by_node_.end() ? -1 : found->second;
  }

  std::vector<Item> items;

private:
  void add(int n, bool whole) {
    const Node &node = tree_.nodes[size_t(n)];
    int around = itemAround(node.parent);
    if (node.kind == NodeKind::Call)
      addCall(around, node.directive);
    if (!hasCode(node) || (whole && isOpenMP(node.kind)))
      return;
    if (!whole && around >= 0 && items[size_t(around)].exact == node.hashes[0]) {
      by_node_[n] = around;
      addCode(items[size_t(around)], node);
      return;
    }
    Item item;
    item.node = n;
    item.parent = around;
    item.is_loop = node.hashes[2] != 0 || node.kind == NodeKind::Loop;
    item.exact = node.hashes[0];
    item.shape = node.hashes[1];
    item.header = node.kind == NodeKind::Loop || !whole ? node.hashes[2] : 0;
    if (node.kind == NodeKind::Loop)
      item.range = node.directive;
    if (!whole)
      addCode(item, node);
    by_node_[n] = int(items.size());
    items.push_back(item);
  }

  static void addCode(Item &item, const Node &node) {
    if (node.kind != NodeKind::For)
      return;
    item.range = node.code.range;
    item.calls = node.code.calls;
    item.shapes = node.code.shapes;
  }

  int itemAround(int node) const {
    while (node >= 0 && of(node) < 0)
      node = tree_.nodes[size_t(node)].parent;
    return node < 0 ? -1 : of(node);
  }

  void addCall(int item, const std::string &name) {
    for (; item >= 0; item = items[size_t(item)].parent)
      items[size_t(item)].calls += hashBytes(name);
  }

  const NodeTree &tree_;
  std::map<int, int> by_node_;
};

/// One function and its counterpart: from statements to constructs.
class FunctionPair {
public:
  FunctionPair(const FunctionCode &serial, const Trees &serial_trees, const FunctionCode &parallel,
               const Trees &parallel_trees)
      : serial_code_(serial), code_(parallel), serial_tree_(serial_trees[size_t(serial.unit)]),
        tree_(parallel_trees[size_t(parallel.unit)]), serial_(serial, serial_tree_),
        parallel_(parallel, tree_), matches_(matchStatements(serial_.items, parallel_.items)) {
    for (size_t i = 0; i < serial_.items.size(); ++i)
      by_hash_[serial_.items[i].exact].push_back(int(i));
    for (const ItemMatch &match : matches_)
      taken_.insert(match.other);
  }

  void pair(int node, Pairing &pairing) const {
    NodeRef here{code_.unit, node};
    Counterpart found = counterpartOf(node);
    if (found.first < 0) {
      pairing.unpaired.push_back({here, reasonFor(node)});
      return;
    }
    int first = serial_.items[size_t(found.first)].node,
        last = serial_.items[size_t(found.last)].node;
    pairing.pairs.push_back({here,
                             {serial_code_.unit, first},
                             {serial_code_.unit, last},
                             serial_tree_.nodes[size_t(last)].place.end_line,
                             found.by});
  }

private:
  struct Counterpart {
    int first = -1, last = -1; // serial items
    PairedBy by = PairedBy::Exact;
  };

  Counterpart counterpartOf(int node) const {
    int own = parallel_.of(node);
    if (own >= 0)
      if (const ItemMatch &match = matches_[size_t(own)]; match.other >= 0)
        return {match.other, match.other, match.by};
    std::vector<int> statements = statementsOf(node);
    return statements.empty() ? runOf(tree_.nodes[size_t(node)].hashes[0]) : around(statements);
  }

  /// Outermost items below a construct.
  std::vector<int> statementsOf(int node) const {
    std::vector<int> found;
    for (int n : code_.nodes) {
      if (n <= node || parallel_.of(n) < 0)
        continue;
      int up = tree_.nodes[size_t(n)].parent;
      while (up > node && parallel_.of(up) < 0)
        up = tree_.nodes[size_t(up)].parent;
      if (up == node)
        found.push_back(parallel_.of(n));
    }
    return found;
  }

  /// The counterparts of a construct's statements, if they are most of it and stand together.
  Counterpart around(const std::vector<int> &statements) const {
    Counterpart found;
    int with = 0, all = 0;
    std::set<int> own; // serial items
    for (int i : statements) {
      const ItemMatch &match = matches_[size_t(i)];
      int weight = parallel_.items[size_t(i)].end - i;
      all += weight;
      if (match.other < 0)
        continue;
      with += weight;
      own.insert(match.other);
      found.by = std::max(found.by, match.by);
      found.first = found.first < 0 ? match.other : std::min(found.first, match.other);
      found.last = std::max(found.last, match.other);
    }
    if (2 * with <= all)
      return {};
    int between = foreignWeight(found, own);
    if (between < 0 || 2 * between > with)
      return {};
    if (between > 0 || with != all)
      found.by = PairedBy::Fallback;
    return found;
  }

  /// The weight of statements between the first and the last of a counterpart that do not belong
  /// to it. -1: one of them is the counterpart of other code.
  int foreignWeight(const Counterpart &found, const std::set<int> &own) const {
    int weight = 0;
    for (int j = found.first; j <= found.last; j = serial_.items[size_t(j)].end) {
      if (own.count(j) > 0)
        continue;
      if (taken_.count(j) > 0)
        return -1;
      weight += serial_.items[size_t(j)].end - j;
    }
    return weight;
  }

  /// A run of statements with this hash, if there is exactly one: tables know no statements.
  Counterpart runOf(uint64_t hash) const {
    Counterpart found;
    for (int first = 0; first < int(serial_.items.size()); ++first) {
      std::vector<uint64_t> run;
      for (int i = first; i < int(serial_.items.size()) && run.size() < 200;
           i = serial_.items[size_t(i)].end) {
        if (serial_.items[size_t(i)].parent != serial_.items[size_t(first)].parent)
          break;
        run.push_back(serial_.items[size_t(i)].exact);
        if (hashOfSequence(run) != hash)
          continue;
        if (found.first >= 0)
          return {};
        found = {first, i, PairedBy::Exact};
      }
    }
    return found;
  }

  std::string reasonFor(int node) const {
    auto same = by_hash_.find(tree_.nodes[size_t(node)].hashes[0]);
    if (same != by_hash_.end())
      return "its code occurs " + std::to_string(same->second.size()) +
             " times in the serial function, and which is meant is not known";
    if (tree_.nodes[size_t(node)].hashes[2] != 0)
      return "no loop of the serial function has its code or its header";
    return "less than half of its code is in the serial function, or it is scattered there";
  }

  const FunctionCode &serial_code_, &code_;
  const NodeTree &serial_tree_, &tree_;
  ItemList serial_, parallel_;
  std::vector<ItemMatch> matches_;
  std::map<uint64_t, std::vector<int>> by_hash_;
  std::set<int> taken_; // serial items that are a counterpart already
};

/// The pairs that were made when the serial program was built with probes.
class BuiltPairs {
public:
  explicit BuiltPairs(const Trees &serial) {
    for (size_t unit = 0; unit < serial.size(); ++unit)
      for (size_t n = 0; n < serial[unit].nodes.size(); ++n)
        if (const Node &node = serial[unit].nodes[n]; !node.counterpart.empty())
          known_.try_emplace(node.counterpart, NodeRef{int(unit), int(n)});
  }
  NodeRef find(const Node &node) const {
    auto found = known_.find(node.id.text());
    return found == known_.end() ? NodeRef{} : found->second;
  }

private:
  std::map<std::string, NodeRef> known_;
};

/// The way with this name. Exact: no way has it.
PairedBy pairedByOf(const std::string &name) {
  auto found = std::ranges::find(way_names, name);
  return found == std::end(way_names) ? PairedBy::Exact : PairedBy(found - std::begin(way_names));
}

/// Constructs of the serial source itself, when it is the same one.
class SameSource {
public:
  explicit SameSource(const Trees &serial) {
    for (size_t unit = 0; unit < serial.size(); ++unit)
      for (size_t n = 0; n < serial[unit].nodes.size(); ++n) {
        const Node &node = serial[unit].nodes[n];
        if (isOpenMP(node.kind) && hasCode(node))
          known_.try_emplace({node.id, node.hashes[0]}, NodeRef{int(unit), int(n)});
      }
  }
  NodeRef find(const Node &node) const {
    auto found = known_.find({node.id, node.hashes[0]});
    return found == known_.end() ? NodeRef{} : found->second;
  }

private:
  std::map<std::pair<NodeId, uint64_t>, NodeRef> known_;
};

class ProgramPair {
public:
  ProgramPair(const Trees &serial, const Trees &parallel)
      : serial_(serial), parallel_(parallel), built_(serial), same_(serial),
        functions_(serial, parallel) {}

  Pairing make() {
    for (const FunctionCode &function : functions_.parallel())
      addFunction(function);
    return std::move(pairing_);
  }

private:
  void addFunction(const FunctionCode &function) {
    const NodeTree &tree = parallel_[size_t(function.unit)];
    std::vector<int> left;
    for (int n : function.nodes)
      if (isConstruct(tree.nodes[size_t(n)]) && !settled({function.unit, n}))
        left.push_back(n);
    if (left.empty())
      return;
    FunctionCounterpart counterpart = functions_.counterpart(function);
    if (!counterpart.function) {
      for (int n : left)
        pairing_.unpaired.push_back({{function.unit, n}, counterpart.reason});
      return;
    }
    FunctionPair pair(*counterpart.function, serial_, function, parallel_);
    for (int n : left)
      pair.pair(n, pairing_);
  }

  /// Whether nothing is left to do: the construct has no code, was paired when the serial program
  /// was built, or is paired by its identity.
  bool settled(NodeRef here) {
    const Node &node = parallel_[size_t(here.unit)].nodes[size_t(here.node)];
    if (!hasCode(node)) {
      pairing_.without_code.push_back(here);
      return true;
    }
    NodeRef built = built_.find(node), counterpart = built.node < 0 ? same_.find(node) : built;
    if (counterpart.node < 0)
      return false;
    const Node &other = serial_[size_t(counterpart.unit)].nodes[size_t(counterpart.node)];
    PairedBy by = built.node < 0 ? PairedBy::Identity : pairedByOf(other.counterpart_by);
    pairing_.pairs.push_back({here, counterpart, counterpart, other.place.end_line, by});
    return true;
  }

  const Trees &serial_, &parallel_;
  BuiltPairs built_;
  SameSource same_;
  FunctionMatch functions_;
  Pairing pairing_;
};

} // namespace

const char *pairedByName(PairedBy by) { return way_names[size_t(by)]; }

Pairing pairPrograms(const Trees &serial, const Trees &parallel) {
  return ProgramPair(serial, parallel).make();
}

} // namespace tare
