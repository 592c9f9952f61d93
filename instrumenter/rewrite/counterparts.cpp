// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/rewrite/counterparts.h"

#include "instrumenter/nodes/pairing.h"
#include "instrumenter/rewrite/counterpart_callers.h"

#include <algorithm>
#include <map>

namespace tare {

namespace {

/// Whether a construct has time of its own in the parallel program: work, or region code.
bool hasOwnTime(const Node &node) {
  if (node.treatment != Treatment::Measured && node.treatment != Treatment::Outside)
    return false;
  switch (node.kind) {
  case NodeKind::Sections: // its own time there is scheduling
  case NodeKind::Scope:
  case NodeKind::Barrier:
  case NodeKind::Taskwait:
  case NodeKind::Taskgroup:
  case NodeKind::Taskyield:
  case NodeKind::Lock:
  case NodeKind::Spin:
    return false;
  default:
    return !node.serial && (isOpenMP(node.kind) || node.kind == NodeKind::Loop);
  }
}

/// One construct of the parallel program and the statements that are its serial counterpart.
struct Candidate {
  const Node *construct = nullptr;
  NodeRef parallel;
  int first = -1, last = -1; // nodes of the unit
  std::string by;
  Counterpart counterpart;
  std::string refusal;
  bool shared = false; // a construct inside has the same statements, and the time
};

/// The same source: every construct is its own counterpart.
Pairing pairWithItself(const NodeTree &tree) {
  Pairing pairing;
  for (size_t n = 0; n < tree.nodes.size(); ++n)
    if (tree.nodes[n].hashes[0] != 0) {
      NodeRef here{0, int(n)};
      pairing.pairs.push_back({here, here, here, 0, PairedBy::Identity});
    }
  return pairing;
}

class CounterpartFinder {
public:
  /// `own`: the unit's nodes, as far as they count for the serial program.
  CounterpartFinder(const ParsedUnit &unit, const NodeTree &own,
                    const std::vector<NodeTree> &parallel)
      : unit_(unit), own_(own), parallel_(parallel) {
    for (size_t i = 0; i < unit.constructs.size(); ++i) {
      constructs_[unit.constructs[i].node] = int(i);
      constructs_[unit.constructs[i].inner_node] = int(i);
    }
    constructs_.erase(-1);
  }

  SerialUnit find(const Pairing &pairing) {
    for (const ConstructPair &pair : pairing.pairs)
      addCandidate(pair);
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate &a, const Candidate &b) {
                       return a.counterpart.span.begin != b.counterpart.span.begin
                                  ? a.counterpart.span.begin < b.counterpart.span.begin
                                  : a.counterpart.span.end > b.counterpart.span.end;
                     });
    nest();
    return makeUnit();
  }

private:
  void addCandidate(const ConstructPair &pair) {
    const Node &construct = parallel_[size_t(pair.parallel.unit)].nodes[size_t(pair.parallel.node)];
    if (!hasOwnTime(construct))
      return;
    Candidate candidate;
    candidate.construct = &construct;
    candidate.parallel = pair.parallel;
    candidate.first = pair.serial.node;
    candidate.last = pair.serial_last.node;
    candidate.by = pairedByName(pair.by);
    auto own = constructs_.find(candidate.first);
    if (own != constructs_.end())
      locateConstruct(unit_.constructs[size_t(own->second)], candidate);
    else
      locateStatements(candidate);
    candidates_.push_back(std::move(candidate));
  }

  /// A construct of the unit itself. Its pragma does nothing in the serial program, but shows that
  /// the statement behind it is the counterpart.
  static void locateConstruct(const Construct &construct, Candidate &candidate) {
    candidate.counterpart.span = construct.whole;
    candidate.counterpart.loop_body = construct.loop_body;
    candidate.refusal = construct.forbidden;
    if (construct.body.empty())
      candidate.refusal = "it has no statement";
  }

  /// A run of statements. It needs a known begin and end, and one block around all of them.
  void locateStatements(Candidate &candidate) const {
    const StatementPlace &first = placeOf(candidate.first), &last = placeOf(candidate.last);
    Counterpart &counterpart = candidate.counterpart;
    counterpart.span = {first.span.begin, last.span.end};
    bool single = candidate.first == candidate.last;
    if (first.span.empty() || last.span.empty())
      candidate.refusal = "its end cannot be found in the text";
    else if (!single && (first.block == 0 || first.block != last.block))
      candidate.refusal = "its statements do not stand in one block";
    for (int n = candidate.first; n <= candidate.last && candidate.refusal.empty(); ++n)
      if (const StatementPlace &place = placeOf(n); single || place.block == first.block)
        addStatement(place, candidate);
    if (single)
      counterpart.loop_body = first.loop_body;
    counterpart.span.begin = withPragmas(counterpart.span.begin);
  }

  /// -fopenmp-simd turns pragmas with `simd` into directives in the serial program, too. No probe
  /// may stand between such a directive and its statement.
  uint32_t withPragmas(uint32_t begin) const {
    for (const Construct &construct : unit_.constructs)
      if (!construct.body.empty() && construct.body.begin == begin && construct.whole.begin < begin)
        return withPragmas(construct.whole.begin);
    return begin;
  }

  static void addStatement(const StatementPlace &place, Candidate &candidate) {
    candidate.counterpart.may_leave |= place.may_leave;
    candidate.counterpart.braced &= !place.declares;
    candidate.refusal = place.forbidden;
    if (!candidate.counterpart.braced && place.block_has_labels)
      candidate.refusal = "it declares something in a block with labels";
  }

  const StatementPlace &placeOf(int node) const {
    static const StatementPlace none;
    return size_t(node) < unit_.places.size() ? unit_.places[size_t(node)] : none;
  }

  /// Finds the counterparts inside of others. Two that overlap without one being inside the other
  /// cannot both be bracketed.
  void nest() {
    std::vector<Candidate *> open;
    for (Candidate &candidate : candidates_) {
      Span span = candidate.counterpart.span;
      while (!open.empty() && open.back()->counterpart.span.end <= span.begin)
        open.pop_back();
      if (!candidate.refusal.empty())
        continue;
      if (!open.empty() && open.back()->counterpart.span.end < span.end) {
        candidate.refusal = "it overlaps with the serial counterpart of " + open.back()->construct->id.text();
        continue;
      }
      if (!open.empty() && open.back()->counterpart.span == span && !share(*open.back(), candidate))
        continue;
      candidate.counterpart.depth = int(open.size());
      open.push_back(&candidate);
    }
  }

  /// Two constructs with the same statements. The inner one gets the probes. False: neither lies in
  /// the other, so the second one gets none.
  bool share(Candidate &outer, Candidate &inner) const {
    outer.shared = isInside(inner.parallel, outer.parallel);
    if (!outer.shared)
      inner.refusal = "it is the serial counterpart of " + outer.construct->id.text() + " as well";
    return outer.shared;
  }

  bool isInside(NodeRef inner, NodeRef outer) const {
    if (inner.unit != outer.unit)
      return false;
    const std::vector<Node> &nodes = parallel_[size_t(inner.unit)].nodes;
    int at = inner.node;
    while (at >= 0 && at != outer.node)
      at = nodes[size_t(at)].parent;
    return at == outer.node;
  }

  SerialUnit makeUnit() {
    SerialUnit made;
    made.table = own_;
    made.table.nodes.clear();
    std::set<std::string> holders;
    for (const Candidate &candidate : candidates_)
      if (int function = functionOf(candidate.first); function >= 0)
        holders.insert(own_.nodes[size_t(function)].id.function);
    calls_ = callsThatLead(own_.nodes, std::move(holders));
    for (Candidate &candidate : candidates_)
      addNode(candidate, made);
    addCallers(int(own_.nodes.size()), made);
    return made;
  }

  /// Adds the callers that stand before a node: functions are in the order of the text.
  void addCallers(int before, SerialUnit &made) {
    for (const auto &[function, calls] : calls_)
      if (function < before)
        addFunction(function, made);
  }

  /// The function's node has all calls of its code, since the table holds only counterparts of the
  /// nodes inside.
  int addFunction(int function, SerialUnit &made) {
    auto [at, added] = functions_.emplace(function, int(made.table.nodes.size()));
    if (added) {
      Node node = own_.nodes[size_t(function)];
      node.parent = -1;
      auto calls = calls_.find(function);
      node.calls = calls == calls_.end() ? std::vector<FunctionCall>() : calls->second;
      made.table.nodes.push_back(std::move(node));
    }
    return at->second;
  }

  int functionOf(int node) const { return functionAround(own_.nodes, node); }

  void addNode(Candidate &candidate, SerialUnit &made) {
    Node node = own_.nodes[size_t(candidate.first)];
    int function = functionOf(candidate.first);
    addCallers(function, made);
    node.parent = function < 0 ? -1 : addFunction(function, made);
    // All loops and branches between the function and this node: the table has no other nodes.
    node.hidden = repetitionIn(own_.nodes, candidate.first, function);
    node.calls.clear();
    node.place.end_line = own_.nodes[size_t(candidate.last)].place.end_line;
    node.counterpart = candidate.construct->id.text();
    node.counterpart_by = candidate.by;
    node.treatment = candidate.refusal.empty() ? Treatment::Measured : Treatment::LeftAlone;
    node.reason = candidate.refusal;
    node.opaque = candidate.construct->opaque;
    node.counted_iterations = candidate.refusal.empty() && !candidate.counterpart.loop_body.empty();
    node.unsampled = node.loop_variable = ""; // that is the parallel program's
    candidate.counterpart.node = int(made.table.nodes.size());
    made.table.nodes.push_back(std::move(node));
    if (candidate.refusal.empty() && !candidate.shared)
      made.counterparts.push_back(candidate.counterpart);
  }

  const ParsedUnit &unit_;
  const NodeTree &own_;
  const std::vector<NodeTree> &parallel_;
  std::map<int, int> constructs_;                  // by node
  std::map<int, int> functions_;                   // in the table, by node
  std::map<int, std::vector<FunctionCall>> calls_; // by function
  std::vector<Candidate> candidates_;
};

/// Finds the clauses and pragmas that forbid probes though they do nothing in the serial program.
void noteRules(const std::vector<Construct> &constructs, SerialUnit &serial) {
  for (const Construct &construct : constructs) {
    if (construct.name.find("section") != std::string::npos) {
      if (!construct.pragma.empty())
        serial.section_pragmas.push_back(construct.pragma);
      continue;
    }
    for (const WrittenClause &clause : construct.clauses)
      if (clause.name == "default" && clause.hasWord("none"))
        serial.closed_defaults.push_back(clause);
  }
}

/// Pairs the unit with the parallel program's tables, or with itself.
SerialUnit pairedCounterparts(const ParsedUnit &unit, const std::vector<NodeTree> &parallel) {
  std::vector<NodeTree> own = {unit.tree};
  if (parallel.empty())
    return CounterpartFinder(unit, own.front(), own).find(pairWithItself(unit.tree));
  // The unit's own directives do nothing. Some of the parallel program's may be missing among them,
  // so that their ordinals differ. Counterparts are found by their code, and loops repeat it.
  for (Node &node : own.front().nodes)
    if (isOpenMP(node.kind)) {
      node.hashes = {};
      node.trips = {};
    }
  return CounterpartFinder(unit, own.front(), parallel).find(pairPrograms(own, parallel));
}

} // namespace

SerialUnit findCounterparts(const ParsedUnit &unit, const std::vector<NodeTree> &parallel) {
  SerialUnit serial = pairedCounterparts(unit, parallel);
  noteRules(unit.constructs, serial);
  return serial;
}

} // namespace tare
