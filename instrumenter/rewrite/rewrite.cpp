// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/rewrite/rewrite.h"

#include "base/text.h"
#include "instrumenter/clang/places.h"
#include "instrumenter/nodes/node_table.h"
#include "instrumenter/rewrite/apply.h"
#include "instrumenter/rewrite/pragmas.h"
#include "instrumenter/rewrite/stub.h"

#include <algorithm>

namespace tare {

namespace {

void mark(Node &node, const Decision &decision, bool counts) {
  node.treatment = decision.treatment;
  node.reason = decision.reason;
  node.opaque = decision.opaque;
  node.counted_iterations = counts;
}

void markHalf(Node &half, const Construct &construct, const Decision &decision) {
  half.directive = splitPragma(construct).worksharing.substr(sizeof("#pragma omp"));
  mark(half, decision, decision.count_iterations);
  if (decision.action == Action::SplitRegion) {
    half.opaque = construct.is_spin ? "spin" : "";
    return;
  }
  half.treatment = Treatment::LeftAlone;
  if (half.reason.empty())
    half.reason = "left out on request";
}

/// The table is part of it, so units that differ in flags or macros differ in name.
std::string unitHash(const std::string &table, const std::string &text) {
  return hex16(hashBytes(text, hashBytes(table)));
}

bool callsOpenMP(const std::vector<Decision> &decisions) {
  return std::any_of(decisions.begin(), decisions.end(), [](const Decision &decision) {
    return decision.action != Action::LeaveAlone;
  });
}

/// The compiler names the unit in debug information by the first line, so that one stays first.
std::string addStub(const std::string &text, const LineMap &lines, const LineMap::Line &last,
                    const StubRequest &stub) {
  size_t first_end = std::min(text.find('\n'), text.size());
  std::string result = text.substr(0, first_end) + "\n" + stubPrologue(stub) + "\n";
  if (first_end < text.size())
    result += lines.marker(lines.at(uint32_t(first_end) + 1), 0) + text.substr(first_end);
  result += "\n" + stubEpilogue(stub) + "\n" + lines.marker(last, 1) + "\n";
  return result;
}

} // namespace

std::vector<Decision> treat(ParsedUnit &unit, const Plan &plan,
                            const std::string &fallback_reason) {
  std::vector<Decision> decisions = decide(unit.constructs, plan);
  unit.tree.fallback = !fallback_reason.empty();
  unit.tree.fallback_reason = fallback_reason;
  for (size_t i = 0; i < decisions.size(); ++i) {
    const Construct &construct = unit.constructs[i];
    Decision &decision = decisions[i];
    if (unit.tree.fallback) {
      decision = Decision();
      decision.reason = fallback_reason;
    }
    bool is_loop = decision.action == Action::Work || decision.action == Action::SerialLoop;
    mark(unit.tree.nodes[size_t(construct.node)], decision, is_loop && decision.count_iterations);
    if (construct.inner_node >= 0)
      markHalf(unit.tree.nodes[size_t(construct.inner_node)], construct, decision);
  }
  return decisions;
}

Result<std::string> rewriteUnit(const std::string &text, const LineMap &lines,
                                const ParsedUnit &unit, const std::vector<Decision> &decisions,
                                const RewriteRequest &request) {
  StubRequest stub;
  stub.cplusplus = request.cplusplus;
  stub.table = writeNodeTable(unit.tree);
  stub.hash = unitHash(stub.table, text);
  stub.node_count = uint32_t(unit.tree.nodes.size());
  stub.fallback = unit.tree.fallback;
  stub.weak_openmp = !callsOpenMP(decisions);
  stub.runtime_path = request.runtime_path;
  stub.static_link = request.static_link;
  Result<std::string> edited = text;
  if (!unit.tree.fallback)
    edited = applyEdits(
        text, makeEdits({text, lines, unit.constructs, decisions, "tare_m_" + stub.hash}));
  if (!edited.ok() || !request.with_stub)
    return edited;
  return addStub(edited.value(), lines, lines.lines().back(), stub);
}

} // namespace tare
