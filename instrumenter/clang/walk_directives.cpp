// SPDX-License-Identifier: Apache-2.0
// The walk's part for OpenMP directives.
#include "instrumenter/clang/clauses.h"
#include "instrumenter/clang/directive_kinds.h"
#include "instrumenter/clang/loop_header.h"
#include "instrumenter/clang/walker.h"

#include "base/text.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <algorithm>

namespace tare {

using namespace clang;

namespace {

bool hasBody(const OMPExecutableDirective *directive) {
  return directive->hasAssociatedStmt() && !directive->isStandaloneDirective();
}

/// The body of the innermost of so many loops of a nest that a directive binds. Null: the nest is
/// not so deep.
const Stmt *innermostBody(const Stmt *nest, unsigned loops) {
  for (unsigned i = 0; i < loops; ++i) {
    while (i > 0 && nest && isa<CompoundStmt>(nest)) {
      auto *block = cast<CompoundStmt>(nest);
      nest = block->size() == 1 ? block->body_front() : nullptr;
    }
    if (auto *canonical = dyn_cast_or_null<OMPCanonicalLoop>(nest))
      nest = canonical->getLoopStmt();
    if (!isa_and_nonnull<ForStmt, CXXForRangeStmt>(nest))
      return nullptr;
    nest = loopBody(nest);
  }
  return loops > 0 ? nest : nullptr;
}

/// Whether a statement may take long: it holds a loop, a call or a directive.
bool holdsWork(const Stmt *statement) {
  if (!statement || isa<LambdaExpr>(statement))
    return false;
  if (isLoop(statement) || isa<OMPExecutableDirective>(statement))
    return true;
  if (auto *call = dyn_cast<CallExpr>(statement))
    if (!call->getDirectCallee() || !call->getDirectCallee()->getBuiltinID())
      return true;
  return llvm::any_of(statement->children(), holdsWork);
}

} // namespace

Construct Walker::makeConstruct(const OMPExecutableDirective *directive, Span pragma,
                                const Scope &scope) {
  Construct construct;
  construct.pragma = pragma;
  construct.forbidden = scope.forbidden;
  auto clauses = readClauses(directive, pragma, request_.text, extent_, context_);
  if (clauses)
    construct.clauses = std::move(*clauses);
  else if (construct.forbidden.empty())
    construct.forbidden = "a clause cannot be found in the text";
  construct.name = spelledName(pragma, construct.clauses, request_.text);
  construct.kind = kindOfDirective(construct.name);
  construct.inner_forbidden = forbiddenInside(construct.name);
  if (construct.inner_forbidden.empty() && hasClause(construct.clauses, "order", "concurrent"))
    construct.inner_forbidden = "inside a loop with order(concurrent)";
  locate(directive, construct);
  checkReading(construct);
  return construct;
}

/// After an error in the pragma or in the loop's header Clang may silently have dropped a clause.
/// Such a construct gets no probes.
void Walker::checkReading(Construct &construct) const {
  if (!construct.forbidden.empty())
    return;
  uint32_t end = std::max(construct.pragma.end, construct.loop_body.begin);
  construct.forbidden = readErrorIn({construct.pragma.begin, end}, false);
  bool changes_clauses = construct.kind == NodeKind::Parallel || construct.kind == NodeKind::For ||
                         construct.kind == NodeKind::Sections ||
                         construct.kind == NodeKind::Single || construct.kind == NodeKind::Task ||
                         construct.kind == NodeKind::Ordered || construct.kind == NodeKind::Scope;
  if (construct.forbidden.empty() && changes_clauses &&
      writtenClauses(construct.pragma, construct.name, request_.text) != construct.clauses.size())
    construct.forbidden = "Clang does not know one of its clauses";
}

void Walker::locate(const OMPExecutableDirective *directive, Construct &construct) {
  construct.whole = construct.pragma;
  if (!hasBody(directive))
    return;
  auto body = extent_.span(directive->getRawStmt());
  if (body && body->begin >= construct.pragma.end) {
    construct.body = *body;
    construct.whole.end = body->end;
    construct.loop_body = countableBody(directive, construct);
    if (construct.kind == NodeKind::Taskloop && !construct.loop_body.empty())
      construct.is_short =
          !holdsWork(innermostBody(directive->getRawStmt(), boundLoops(directive, context_)));
  } else if (construct.forbidden.empty()) {
    construct.forbidden = end_unknown;
  }
}

Span Walker::countableBody(const OMPExecutableDirective *directive, Construct &construct) {
  bool is_loop = construct.kind == NodeKind::For || innerHalf(construct.name) == NodeKind::For ||
                 construct.name == "taskloop";
  const Clause *ordered = findClause(construct.clauses, "ordered");
  bool is_doacross = ordered && !ordered->expression.empty();
  if (!is_loop || is_doacross || !construct.inner_forbidden.empty() ||
      hasClause(construct.clauses, "reduction", "inscan"))
    return {};
  const Stmt *body = innermostBody(directive->getRawStmt(), boundLoops(directive, context_));
  if (!body)
    return {};
  construct.shape = shapes_.of(directive->getRawStmt(), body);
  return extent_.span(body).value_or(Span{});
}

Walker::Scope Walker::scopeInside(const Construct &construct, int index,
                                  const Scope &around) const {
  Scope inside = around;
  inside.construct = index;
  inside.serial_code = inside.in_try = false;
  inside.enter(construct.inner_node >= 0 ? construct.inner_node : construct.node);
  inside.bound_loops = 0;
  if (construct.kind == NodeKind::Parallel)
    inside.region = index;
  if (construct.kind == NodeKind::Task)
    inside.task = index;
  else if (construct.kind == NodeKind::Parallel || construct.kind == NodeKind::Target ||
           construct.kind == NodeKind::Teams)
    inside.task = -1;
  inside.region_code =
      construct.name == "parallel" || (around.region_code && keepsRegionCode(construct.name));
  if (inside.forbidden.empty())
    inside.forbidden = construct.inner_forbidden;
  return inside;
}

void Walker::markCancel(const OMPExecutableDirective *directive, const Scope &scope) {
  if (!isa<OMPCancelDirective, OMPCancellationPointDirective>(directive))
    return;
  NodeKind kind = cancelledKind(directive);
  for (int i = scope.construct; i >= 0; i = unit_.constructs[size_t(i)].parent) {
    Construct &construct = unit_.constructs[size_t(i)];
    bool binds = construct.kind == kind || innerHalf(construct.name) == kind ||
                 (kind == NodeKind::Task && construct.kind == NodeKind::Taskloop);
    if (!binds)
      continue;
    construct.has_cancel = true;
    return;
  }
}

void Walker::visitDirective(const OMPExecutableDirective *directive, const Scope &scope) {
  auto pragma = extent_.pragma(directive);
  if (!pragma)
    return visitUnknownDirective(directive, scope);
  Construct made = makeConstruct(directive, *pragma, scope);
  markCancel(directive, scope);
  made.discards_tasks =
      isa<OMPCancelDirective>(directive) && cancelledKind(directive) == NodeKind::Task;
  if (createsHiddenTasks(made.name, hasClause(made.clauses, "nowait")) && scope.region >= 0)
    unit_.constructs[size_t(scope.region)].has_tasks = true;
  std::string text = directiveText(*pragma, request_.text);
  NodeKind half = innerHalf(made.name);
  int index = addConstruct(std::move(made), scope, text, true);
  Construct &construct = unit_.constructs[size_t(index)];
  if (half != NodeKind::Other)
    construct.inner_node = builder_.add(half, construct.whole, construct.node,
                                        construct.name.substr(sizeof("parallel")), true);
  if (!hasBody(directive))
    return;
  hashNode(construct.node, directive);
  hashNode(construct.inner_node, directive);
  Scope inside = scopeInside(construct, index, scope);
  if (construct.kind == NodeKind::For || half == NodeKind::For) {
    inside.shared_loop = inside.node;
    inside.at_shared_loop = true;
  }
  if (bindsLoops(construct.name)) {
    inside.bound_node = inside.node;
    inside.bound_loops = std::max(1u, boundLoops(directive, context_));
  }
  if (construct.kind == NodeKind::Sections || half == NodeKind::Sections)
    visitSections(directive, inside);
  else
    visitBody(directive->getRawStmt(), inside);
}

/// A variant that a metadirective selected.
void Walker::readMetadirective(const OMPExecutableDirective *directive, uint32_t at, Span pragma,
                               Construct &construct) {
  std::string variant = variantAt(at, pragma, request_.text);
  if (!variant.empty())
    unit_.selections.push_back({pragma, variant});
  construct.kind = NodeKind::Metadirective;
  construct.name = "metadirective";
  construct.pragma = pragma;
  construct.forbidden.clear();
  locate(directive, construct);
}

/// No pragma stands at the directive's place. It was an attribute, or the variant of a
/// metadirective. Between a directive and its loop no probe may stand.
void Walker::visitUnknownDirective(const OMPExecutableDirective *directive, Scope scope) {
  auto at = extent_.offset(directive->getBeginLoc());
  if (!at)
    return;
  Construct construct;
  construct.whole = {*at, *at + 1};
  construct.forbidden = "written as an attribute that is not understood";
  Span pragma = extent_.pragmaAround(*at);
  std::string text = pragma.empty() ? "" : directiveText(pragma, request_.text);
  if (startsWith(text, "metadirective"))
    readMetadirective(directive, *at, pragma, construct);
  const Construct *around =
      scope.construct >= 0 ? &unit_.constructs[size_t(scope.construct)] : nullptr;
  bool in_nest = around && bindsLoops(around->name) && around->body.begin == construct.whole.begin;
  if (construct.forbidden.empty())
    construct.forbidden = in_nest ? "it stands between a directive and its loop" : scope.forbidden;
  int index = addConstruct(construct, scope, text, true);
  scope.construct = index;
  scope.enter(unit_.constructs[size_t(index)].node);
  scope.bound_loops = 0;
  scope.region_code = scope.serial_code = scope.in_try = false;
  if (!hasBody(directive))
    return;
  hashNode(scope.node, directive);
  visitBody(directive->getRawStmt(), scope);
}

void Walker::visitSections(const OMPExecutableDirective *directive, const Scope &scope) {
  auto *block = dyn_cast<CompoundStmt>(directive->getRawStmt());
  if (!block)
    return visit(directive->getRawStmt(), scope);
  for (const Stmt *child : block->body()) {
    if (isa<OMPSectionDirective>(child))
      visit(child, scope);
    else
      visitFirstSection(child, scope);
  }
}

void Walker::visitFirstSection(const Stmt *statement, const Scope &scope) {
  Construct construct;
  construct.kind = NodeKind::Section;
  construct.forbidden = scope.forbidden;
  if (auto span = extent_.span(statement))
    construct.whole = construct.body = *span;
  else
    return visit(statement, scope);
  Scope inside = scope;
  inside.construct = addConstruct(construct, scope, "section", true);
  inside.enter(unit_.constructs[size_t(inside.construct)].node);
  hashNode(inside.node, statement);
  visitBody(statement, inside);
}

} // namespace tare
