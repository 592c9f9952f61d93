// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/rewrite/rewrite.h"

#include "base/text.h"
#include "instrumenter/nodes/node_table.h"
#include "instrumenter/rewrite/apply.h"
#include "instrumenter/rewrite/pragmas.h"
#include "instrumenter/rewrite/stub.h"
#include "instrumenter/text/text_end.h"
#include "instrumenter/text/user_files.h"

#include <algorithm>

namespace tare {

namespace {

/// Writes a verdict into a node.
void mark(Node &node, const Verdict &verdict, bool counts) {
  node.treatment = verdict.treatment;
  node.reason = verdict.reason;
  node.opaque = verdict.opaque;
  node.counted_iterations = counts;
}

/// Notes how iterations are sampled, at the node of a worksharing loop.
void markIterations(Node &loop, const Construct &construct, const Verdict &verdict) {
  if (loop.kind != NodeKind::For || loop.treatment == Treatment::LeftAlone ||
      loop.treatment == Treatment::Unprobed)
    return;
  loop.unsampled = verdict.unsampled;
  if (verdict.unsampled.empty())
    loop.loop_variable = construct.shape.variable;
}

/// The node of an inner half: its own directive, its clauses, and the verdict about it.
void markHalf(Node &half, const Construct &construct, const Verdict &verdict) {
  half.directive = splitPragma(construct, "").inner.substr(sizeof("#pragma omp"));
  for (const Clause &clause : construct.clauses)
    if (Half goes_to = halfOf(clause, construct); goes_to == Half::Inner || goes_to == Half::Both)
      half.clauses.push_back(clause);
  mark(half, verdict, verdict.count_iterations);
  if (verdict.half != Treatment::Measured) {
    half.treatment = verdict.half;
    half.reason = verdict.half_reason;
    half.opaque = "";
    return;
  }
  if (verdict.action == Action::SplitRegion) {
    half.opaque = construct.is_spin ? "spin" : "";
    if (!verdict.keeps_barrier)
      return;
    half.treatment = Treatment::Outside;
    half.reason = "it keeps its own barrier";
    half.opaque = "barrier";
    return;
  }
  half.treatment = Treatment::LeftAlone;
}

/// Marks the node whose time holds hidden constructs: the inner half of a split region, if that has
/// probes, else the construct's own node.
void markHolder(NodeTree &tree, const Construct &construct, const Verdict &verdict) {
  bool split = construct.inner_node >= 0 && verdict.action == Action::SplitRegion &&
               verdict.half == Treatment::Measured;
  Node &holder = tree.nodes[size_t(split ? construct.inner_node : construct.node)];
  if (verdict.hides && holder.opaque.empty())
    holder.opaque = opaque_unprobed;
}

/// A hash of the table and the text, so that units that differ in flags or macros differ in name.
std::string unitHash(const std::string &table, const std::string &text) {
  return hex16(hashBytes(text, hashBytes(table)));
}

/// The name of the module descriptor. Text for people has no hash in it.
std::string moduleName(const RewriteRequest &request, const std::string &hash) {
  return request.with_stub ? "tare_m_" + hash : "tare_m";
}

/// Whether the text still needs an OpenMP runtime at the link.
bool callsOpenMP(const std::vector<Verdict> &verdicts) {
  return std::any_of(verdicts.begin(), verdicts.end(), [](const Verdict &verdict) {
    return verdict.action != Action::LeaveAlone && verdict.action != Action::SerialCode;
  });
}

bool hasCleanups(const std::vector<Verdict> &verdicts) {
  return std::any_of(verdicts.begin(), verdicts.end(),
                     [](const Verdict &verdict) { return verdict.by_cleanup; });
}

bool samplesIterations(const NodeTree &tree) {
  return std::any_of(tree.nodes.begin(), tree.nodes.end(), [](const Node &node) {
    return node.kind == NodeKind::For && node.counted_iterations && node.unsampled.empty();
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

std::vector<Verdict> treat(ParsedUnit &unit, const Plan &plan, const std::string &fallback_reason) {
  Unprobed unprobed = unprobedBy(plan, unit.constructs, unit.tree.nodes);
  std::vector<Verdict> verdicts = decide(unit.constructs, plan, unit.tree.compiler, unprobed);
  unit.tree.fallback = !fallback_reason.empty();
  unit.tree.fallback_reason = fallback_reason;
  for (size_t i = 0; i < verdicts.size(); ++i) {
    const Construct &construct = unit.constructs[i];
    Verdict &verdict = verdicts[i];
    if (unit.tree.fallback) {
      verdict = Verdict();
      verdict.reason = fallback_reason;
    }
    bool is_loop = verdict.action == Action::Work || verdict.action == Action::SerialLoop;
    mark(unit.tree.nodes[size_t(construct.node)], verdict,
         (is_loop && verdict.count_iterations) || verdict.gathered_by >= 0);
    if (construct.inner_node >= 0)
      markHalf(unit.tree.nodes[size_t(construct.inner_node)], construct, verdict);
    for (int loop : {construct.node, construct.inner_node})
      if (loop >= 0)
        markIterations(unit.tree.nodes[size_t(loop)], construct, verdict);
    markHolder(unit.tree, construct, verdict);
  }
  return verdicts;
}

namespace {

/// The stub of a unit, as far as its table and the request decide it.
StubRequest stubFor(const std::string &text, const NodeTree &table, const RewriteRequest &request) {
  StubRequest stub;
  stub.cplusplus = request.cplusplus;
  stub.knows_noexcept = request.knows_noexcept;
  stub.table = writeNodeTable(table);
  stub.hash = unitHash(stub.table, text);
  stub.node_count = uint32_t(table.nodes.size());
  stub.fallback = table.fallback;
  stub.serial = request.serial_program;
  stub.runtime_path = request.runtime_path;
  stub.static_link = request.static_link;
  return stub;
}

/// Adds the stub to the edited `text`, if it is to be compiled.
Result<std::string> finish(const std::string &text, Result<std::string> edited,
                           const LineMap &lines, const RewriteRequest &request,
                           const StubRequest &stub) {
  if (!edited.ok() || !request.with_stub)
    return edited;
  if (endsInsideDeclaration(text)) // the compiler must see that
    return Error{"its text ends inside a declaration"};
  return addStub(edited.value(), lines, lines.lines().back(), stub);
}

} // namespace

Result<std::string> rewriteUnit(const std::string &text, const LineMap &lines,
                                const ParsedUnit &unit, const std::vector<Verdict> &verdicts,
                                const RewriteRequest &request) {
  StubRequest stub = stubFor(text, unit.tree, request);
  stub.weak_openmp = !callsOpenMP(verdicts);
  stub.samples = samplesIterations(unit.tree);
  stub.cleanups = hasCleanups(verdicts);
  stub.events = request.events;
  Result<std::string> edited = text;
  if (!unit.tree.fallback)
    edited = applyEdits(
        text, makeEdits({text, lines, unit.constructs, verdicts, moduleName(request, stub.hash),
                         request.events}));
  return finish(text, std::move(edited), lines, request, stub);
}

Result<std::string> rewriteSerialUnit(const std::string &text, const LineMap &lines,
                                      const SerialUnit &unit, const RewriteRequest &request) {
  StubRequest stub = stubFor(text, unit.table, request);
  stub.weak_openmp = true;
  stub.cleanups = std::any_of(unit.counterparts.begin(), unit.counterparts.end(),
                              [](const Counterpart &counterpart) { return counterpart.may_leave; });
  auto edits = counterpartEdits(text, lines, unit, moduleName(request, stub.hash));
  return finish(text, applyEdits(text, std::move(edits)), lines, request, stub);
}

} // namespace tare
