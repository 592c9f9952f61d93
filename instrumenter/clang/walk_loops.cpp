// SPDX-License-Identifier: Apache-2.0
// The walk's part for branches and for loops of the language: loops of serial code, loops of region
// code, and loops that spin.
#include "instrumenter/clang/jumps.h"
#include "instrumenter/clang/loop_header.h"
#include "instrumenter/clang/spin_loops.h"
#include "instrumenter/clang/trip_count.h"
#include "instrumenter/clang/walker.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

namespace tare {

using namespace clang;

bool Walker::holdsDirective(const Stmt *statement) {
  if (!statement || isa<OMPExecutableDirective>(statement))
    return statement != nullptr;
  return holding_directive_.of(statement, [&] {
    return llvm::any_of(statement->children(),
                        [this](const Stmt *child) { return holdsDirective(child); });
  });
}

void Walker::visitIf(const IfStmt *statement, const Scope &around) {
  Scope scope = around;
  scope.conditions += visitCondition(statement, around);
  bool either = holdsDirective(statement->getThen()) && holdsDirective(statement->getElse());
  Scope inside = scope;
  inside.enter(addPlain(NodeKind::If, statement, scope));
  inside.hidden.branches += 1;
  inside.hidden.halves += either;
  visitBody(statement->getThen(), inside);
  if (!statement->getElse())
    return;
  inside = scope;
  inside.enter(addPlain(NodeKind::Else, statement->getElse(), scope));
  inside.hidden.branches += 1;
  inside.hidden.halves += either;
  visitBody(statement->getElse(), inside);
}

namespace {

/// `do { ... } while (0)`, as in macros of several statements.
bool isBlock(const Stmt *loop) {
  auto *once = dyn_cast<DoStmt>(loop);
  if (!once)
    return false;
  const Expr *condition = once->getCond()->IgnoreParenImpCasts();
  auto *number = dyn_cast<IntegerLiteral>(condition);
  auto *truth = dyn_cast<CXXBoolLiteralExpr>(condition);
  return (number && number->getValue() == 0) || (truth && !truth->getValue());
}

} // namespace

/// The span of a loop; only its begin if the end is unknown, since it is a node all the same.
/// Empty: neither is known.
Span Walker::placeOfLoop(const Stmt *loop) const {
  if (auto span = extent_.span(loop))
    return *span;
  auto first = extent_.offset(loop->getBeginLoc());
  return first ? Span{*first, *first + 1} : Span{};
}

/// A loop that waits for another thread is always a construct, so that its time is not part of the
/// work around it.
void Walker::visitLoop(const Stmt *loop, const Scope &scope) {
  if (isBlock(loop))
    return visitBody(loopBody(loop), scope);
  bool spins = isSpinLoop(loop);
  Span whole = placeOfLoop(loop);
  Scope inside = scope;
  if (scope.serial_code && !spins && !whole.empty())
    return visitSerialLoop(loop, whole, scope);
  inside.at_shared_loop = false;
  if (!scope.at_shared_loop)
    noteStatement(loop, scope);
  else if (!builder_.wholeTree())
    unit_.tree.nodes[size_t(scope.shared_loop)].code.range = loopRange(loop, context_);
  if (!whole.empty() && (scope.region_code || spins))
    return visitMeasuredLoop(loop, whole, inside);
  if (!whole.empty()) {
    std::string range = builder_.wholeTree() ? loopRange(loop, context_) : "";
    int node = builder_.add(NodeKind::Loop, whole, scope.node, range, false, scope.hidden);
    inside.enter(node);
    if (builder_.wholeTree()) {
      hashNode(node, loop);
      placeStatement(node, loop, scope);
    }
  }
  repeat(loop, !whole.empty() && builder_.wholeTree(), inside);
  visitLoopParts(loop, inside);
}

/// Why a loop cannot be bracketed, or null.
const char *Walker::endUnknown(const Stmt *loop) const {
  return extent_.span(loop) && extent_.span(loopBody(loop)) ? nullptr : end_unknown;
}

/// Adds a loop with a node in the table, and what is inside of it.
Walker::Scope Walker::addLoop(const Stmt *loop, Construct construct, Scope inside) {
  std::string range = builder_.wholeTree() ? loopRange(loop, context_) : "";
  construct.body = extent_.span(loopBody(loop)).value_or(Span{});
  inside.construct = addConstruct(std::move(construct), inside, range, true);
  inside.enter(unit_.constructs[size_t(inside.construct)].node);
  hashNode(inside.node, loop);
  return inside;
}

/// A loop of region code, or one that spins.
void Walker::visitMeasuredLoop(const Stmt *loop, Span whole, const Scope &scope) {
  bool spins = isSpinLoop(loop);
  const char *jump = jumps_.inside(loop);
  const char *obstacle = jump ? jump : endUnknown(loop);
  Construct construct;
  construct.kind = spins ? NodeKind::Spin : NodeKind::Loop;
  construct.whole = whole;
  construct.loop_body = extent_.span(loopBody(loop)).value_or(Span{});
  construct.forbidden = scope.forbidden;
  if (construct.forbidden.empty() && obstacle)
    construct.forbidden = obstacle;
  construct.may_leave = exceptionLeaves(loop, scope);
  if (spins && !construct.forbidden.empty() && scope.construct >= 0)
    unit_.constructs[size_t(scope.construct)].is_spin = true;
  Scope inside = addLoop(loop, std::move(construct), scope);
  if (!spins)
    repeat(loop, true, inside);
  inside.region_code =
      scope.region_code && obstacle; // then the loops inside are the outermost to be measured
  visitLoopParts(loop, inside);
}

/// Notes the trips of a loop: at the directive that binds it, else at the loop's own node, else as
/// hidden repetition of the nodes inside. A whole tree keeps them at a bound loop, too, since
/// directives do nothing in the serial program.
void Walker::repeat(const Stmt *loop, bool has_node, Scope &inside) {
  Trips trips = tripsOf(loop, context_);
  bool bound = inside.bound_loops > 0;
  if (bound) {
    inside.bound_loops -= 1;
    Trips &nest = unit_.tree.nodes[size_t(inside.bound_node)].trips;
    nest = nested(nest, trips);
  }
  if (bound && !builder_.wholeTree())
    return;
  if (has_node) {
    unit_.tree.nodes[size_t(inside.node)].trips = trips;
  } else {
    inside.hidden = nested(inside.hidden, trips);
  }
}

/// Serial loops are constructs if they are outermost or lead to regions. The code inside other
/// loops is theirs. Functions of other units may lead to regions; only in main this is assumed.
void Walker::visitSerialLoop(const Stmt *loop, Span whole, const Scope &scope) {
  Jumps jumps = jumps_.of(loop);
  const char *obstacle = jumps.entry ? jumps.entry : endUnknown(loop);
  Construct construct;
  construct.kind = NodeKind::Loop;
  construct.serial = true;
  construct.whole = whole;
  construct.may_leave = jumps.exit || exceptionLeaves(loop, scope);
  construct.forbidden = obstacle ? obstacle : "";
  Scope inside = addLoop(loop, std::move(construct), scope);
  unit_.tree.nodes[size_t(inside.node)].serial = true;
  repeat(loop, true, inside);
  inside.serial_code = obstacle || reach_.leads(loop) || (scope.is_main && callsElsewhere(loop));
  visitLoopParts(loop, inside);
}

void Walker::visitLoopParts(const Stmt *loop, const Scope &scope) {
  if (auto *range = dyn_cast<CXXForRangeStmt>(loop)) {
    visit(range->getRangeInit(), scope);
  } else {
    const Stmt *body = loopBody(loop);
    for (const Stmt *child : loop->children())
      if (child != body)
        visit(child, scope);
  }
  visitBody(loopBody(loop), scope);
}

} // namespace tare
