// SPDX-License-Identifier: Apache-2.0
// The walk over statements that are not directives: loops, branches, calls, basic blocks.
#include "instrumenter/clang/walker.h"

#include "instrumenter/clang/clauses.h"
#include "instrumenter/clang/jumps.h"
#include "instrumenter/clang/loop_header.h"
#include "instrumenter/clang/serial_code.h"
#include "instrumenter/clang/spin_loops.h"
#include "instrumenter/clang/trip_count.h"

#include "base/text.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <algorithm>

namespace tare {

using namespace clang;

namespace {

const Stmt *loopBody(const Stmt *loop) {
  if (auto *s = dyn_cast<ForStmt>(loop))
    return s->getBody();
  if (auto *s = dyn_cast<WhileStmt>(loop))
    return s->getBody();
  if (auto *s = dyn_cast<DoStmt>(loop))
    return s->getBody();
  return cast<CXXForRangeStmt>(loop)->getBody();
}

} // namespace

Walker::Walker(ASTContext &context, const CollectRequest &request, const RegionReach &reach,
               ParsedUnit &unit)
    : context_(context), request_(request), reach_(reach), unit_(unit),
      extent_(request.text, context), builder_(unit.tree, request.files, request.whole_tree),
      hasher_(context), shapes_(
                            context, request.text,
                            [this](const FunctionDecl *function) { return skippedBody(function); },
                            unit.tree.compiler == "gcc") {}

void Walker::hashNode(int node, const Stmt *body) {
  if (node >= 0)
    unit_.tree.nodes[size_t(node)].hashes = hasher_.of(body);
}

/// What a whole tree has a node for, a table tells of its worksharing loop.
void Walker::noteStatement(const Stmt *statement, const Scope &scope) {
  if (builder_.wholeTree() || scope.shared_loop < 0)
    return;
  std::vector<uint32_t> &shapes = unit_.tree.nodes[size_t(scope.shared_loop)].code.shapes;
  if (shapes.size() < LoopCode::shapes_most)
    shapes.push_back(uint32_t(hasher_.of(statement)[1]));
}

void Walker::placeStatement(int node, const Stmt *statement, const Scope &scope) {
  if (!builder_.wholeTree() || node < 0)
    return;
  unit_.places.resize(unit_.tree.nodes.size());
  StatementPlace &place = unit_.places[size_t(node)];
  Jumps jumps = jumpsOf(statement);
  place.span = extent_.span(statement).value_or(Span{});
  place.declares = makesForBlock(statement, scope.block, context_.getLangOpts());
  place.may_leave = jumps.exit || exceptionLeaves(statement, scope);
  place.forbidden = !scope.forbidden.empty() ? scope.forbidden : jumps.entry ? jumps.entry : "";
  if (isLoop(statement))
    place.loop_body = extent_.span(loopBody(statement)).value_or(Span{});
  if (!scope.block)
    return;
  place.block = extent_.offset(scope.block->getLBracLoc()).value_or(0);
  place.block_has_labels =
      std::any_of(scope.block->body_begin(), scope.block->body_end(),
                  [](const Stmt *child) { return isa<LabelStmt, SwitchCase>(child); });
}

int Walker::addPlain(NodeKind kind, const Stmt *statement, const Scope &scope,
                     const std::string &text) {
  bool has_code = kind == NodeKind::Statement || kind == NodeKind::If || kind == NodeKind::Return;
  if (!builder_.wholeTree()) {
    if (has_code)
      noteStatement(statement, scope);
    return scope.node;
  }
  auto first = extent_.offset(statement->getBeginLoc());
  auto last = extent_.tokenEnd(statement->getEndLoc());
  if (!first || !last || *first >= *last)
    return scope.node;
  int node = builder_.add(kind, {*first, *last}, scope.node, text, false, scope.hidden);
  if (has_code) {
    hashNode(node, statement);
    placeStatement(node, statement, scope);
  }
  return node;
}

/// What is executed as a whole: a block, or the one statement that stands instead.
void Walker::visitBody(const Stmt *body, const Scope &scope) {
  auto *block = dyn_cast_or_null<CompoundStmt>(body);
  Scope inside = scope;
  inside.block = nullptr;
  if (block)
    visitCompound(block, inside);
  else
    visitStatement(body, inside);
}

namespace {

/// What declares something stays in its block without braces: there it must be one of the block's
/// statements, and statements may stand before other declarations.
bool mayBracket(const Stmt *statement, bool in_block, const LangOptions &language) {
  return !isa<DeclStmt>(statement) || (in_block && (language.CPlusPlus || language.C99));
}

} // namespace

/// In a whole tree every statement has one node with a hash: its own kind's, or a Statement.
void Walker::visitStatement(const Stmt *statement, const Scope &scope) {
  bool has_own = !statement || isa<OMPExecutableDirective, CompoundStmt, NullStmt>(statement) ||
                 isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, IfStmt, ReturnStmt>(statement);
  Scope inside = scope;
  if (scope.serial_code && mayBracket(statement, scope.block != nullptr, context_.getLangOpts())) {
    inside.serial_call =
        callOf(statement, [this](const FunctionDecl *function) { return isUsers(function); });
    inside.call_statement = inside.serial_call ? statement : nullptr;
  }
  if (!has_own)
    inside.enter(addPlain(NodeKind::Statement, statement, scope));
  visit(statement, inside);
}

void Walker::visit(const Stmt *statement, const Scope &scope) {
  if (!statement)
    return;
  if (auto *block = dyn_cast<CompoundStmt>(statement))
    visitCompound(block, scope);
  else if (!visitControl(statement, scope))
    visitSimple(statement, scope);
}

/// Everything that makes a node of its own, and what hides code from the plain walk.
bool Walker::visitControl(const Stmt *statement, const Scope &scope) {
  if (auto *directive = dyn_cast<OMPExecutableDirective>(statement)) {
    visitDirective(directive, scope);
  } else if (isLoop(statement)) {
    visitLoop(statement, scope);
  } else if (auto *branch = dyn_cast<IfStmt>(statement)) {
    visitIf(branch, scope);
  } else if (auto *lambda = dyn_cast<LambdaExpr>(statement)) {
    visitLambda(lambda, scope);
  } else if (auto *call = dyn_cast<CallExpr>(statement)) {
    visitCall(call, scope);
  } else if (auto *construction = dyn_cast<CXXConstructExpr>(statement)) {
    visitConstruction(construction, scope);
  } else if (auto *reference = dyn_cast<DeclRefExpr>(statement)) {
    visitReference(reference, scope);
  } else if (isa<ReturnStmt>(statement)) {
    addPlain(NodeKind::Return, statement, scope);
    visitChildren(statement, scope);
  } else if (isa<SwitchCase, CXXCatchStmt>(statement)) {
    Scope inside = scope;
    inside.hidden.branches += 1;
    visitChildren(statement, inside);
  } else if (auto *attempt = dyn_cast<CXXTryStmt>(statement)) {
    visitTry(attempt, scope);
  } else if (isa<SwitchStmt, LabelStmt, AttributedStmt>(statement)) {
    visitChildren(statement, scope);
  } else {
    return false;
  }
  return true;
}

/// It may be called anywhere.
void Walker::visitLambda(const LambdaExpr *lambda, const Scope &scope) {
  Scope inside = scope;
  inside.region = inside.task = -1;
  inside.region_code = inside.serial_code = inside.in_try = false;
  inside.hidden.branches += 1;
  if (inside.forbidden.empty())
    inside.forbidden = forbiddenIn(lambda->getCallOperator());
  auto *coroutine = dyn_cast<CoroutineBodyStmt>(lambda->getBody());
  visit(coroutine ? coroutine->getBody() : lambda->getBody(), inside);
}

void Walker::visitTry(const CXXTryStmt *attempt, const Scope &scope) {
  Scope inside = scope;
  inside.in_try = true;
  visit(attempt->getTryBlock(), inside);
  for (unsigned i = 0; i < attempt->getNumHandlers(); ++i)
    visit(attempt->getHandler(i), scope);
}

/// And what comes behind it is executed.
bool Walker::exceptionLeaves(const Stmt *statement, const Scope &scope) const {
  return scope.in_try && mayThrow(statement);
}

void Walker::visitSimple(const Stmt *statement, const Scope &scope) {
  if (auto *declarations = dyn_cast<DeclStmt>(statement))
    for (Decl *declaration : declarations->decls())
      if (isa<CXXRecordDecl>(declaration))
        local_classes_.push_back(declaration);
  Scope inside = scope;
  if (isa<StmtExpr>(statement)) // the last statement in it is its value
    inside.serial_code = false;
  visitChildren(statement, inside);
}

void Walker::visitChildren(const Stmt *statement, const Scope &scope) {
  for (const Stmt *child : statement->children())
    visit(child, scope);
}

namespace {

/// Sub-statements of a block that become part of a run: declarations, or straight-line code.
NodeKind runKind(const Stmt *statement) {
  if (isa<DeclStmt>(statement))
    return NodeKind::Declarations;
  auto *expression = dyn_cast<Expr>(statement);
  bool straight = expression && !isa<CallExpr>(expression->IgnoreImplicit());
  return straight ? NodeKind::BasicBlock : NodeKind::Root;
}

} // namespace

/// The paper's tree has one node for a run of declarations or of straight-line statements.
void Walker::visitCompound(const CompoundStmt *block, const Scope &scope) {
  NodeKind run = NodeKind::Root;
  Scope around = scope;
  around.block = block;
  Scope inside = around;
  for (const Stmt *child : block->body()) {
    NodeKind kind = runKind(child);
    if (kind == NodeKind::Root)
      inside = around;
    else if (kind != run) {
      inside = around;
      inside.enter(addPlain(kind, child, scope));
    }
    run = kind;
    visitStatement(child, inside);
  }
}

namespace {

bool holdsDirective(const Stmt *statement) {
  return statement && (isa<OMPExecutableDirective>(statement) ||
                       llvm::any_of(statement->children(), holdsDirective));
}

} // namespace

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

/// What macros of several statements are: do { ... } while (0).
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

/// Its beginning where its end is not known: it is a node all the same. Empty: it has neither.
Span Walker::placeOfLoop(const Stmt *loop) const {
  if (auto span = extent_.span(loop))
    return *span;
  auto first = extent_.offset(loop->getBeginLoc());
  return first ? Span{*first, *first + 1} : Span{};
}

/// A loop that waits for another thread is taken out of whatever it lies in, so that its time is
/// not that of the work around it.
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

namespace {

/// Why it cannot be bracketed, or null.
const char *endUnknown(const Stmt *loop, const Extent &extent) {
  bool known = extent.span(loop) && extent.span(loopBody(loop));
  return known ? nullptr : "its end cannot be found in the text";
}

} // namespace

/// One of region code, or one that spins.
void Walker::visitMeasuredLoop(const Stmt *loop, Span whole, Scope inside) {
  const Scope scope = inside;
  bool spins = isSpinLoop(loop);
  Construct construct;
  construct.kind = spins ? NodeKind::Spin : NodeKind::Loop;
  construct.whole = whole;
  construct.body = construct.loop_body = extent_.span(loopBody(loop)).value_or(Span{});
  construct.forbidden = scope.forbidden;
  const char *jump = jumpInside(loop);
  const char *obstacle = jump ? jump : endUnknown(loop, extent_);
  if (construct.forbidden.empty() && obstacle)
    construct.forbidden = obstacle;
  construct.may_leave = exceptionLeaves(loop, scope);
  if (spins && !construct.forbidden.empty() && scope.construct >= 0)
    unit_.constructs[size_t(scope.construct)].is_spin = true;
  inside.construct =
      addConstruct(construct, scope, builder_.wholeTree() ? loopRange(loop, context_) : "", true);
  inside.enter(unit_.constructs[size_t(inside.construct)].node);
  hashNode(inside.node, loop);
  if (!spins)
    repeat(loop, true, inside);
  inside.region_code =
      scope.region_code && obstacle; // then the loops inside are the outermost to be measured
  visitLoopParts(loop, inside);
}

/// What the loop's body is repeated by: told of the directive that it belongs to, else of its own
/// node, or of what is inside. In a whole tree also of a directive's loop: where the program is the
/// serial one, its directives do nothing.
void Walker::repeat(const Stmt *loop, bool has_node, Scope &inside) {
  Repetition trips = tripsOf(loop, context_);
  bool bound = inside.bound_loops > 0;
  if (bound) {
    inside.bound_loops -= 1;
    Repetition &nest = unit_.tree.nodes[size_t(inside.bound_node)].trips;
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

void Walker::Scope::enter(int inner) {
  if (inner != node)
    hidden = {};
  node = inner;
}

/// The outermost ones, and those that lead to regions: what is inside a loop that does not is its
/// own. What functions of other units do is not known; in main they are taken to.
void Walker::visitSerialLoop(const Stmt *loop, Span whole, const Scope &scope) {
  Jumps jumps = jumpsOf(loop);
  Construct construct;
  construct.kind = NodeKind::Loop;
  construct.serial = true;
  construct.whole = whole;
  construct.body = extent_.span(loopBody(loop)).value_or(Span{});
  construct.may_leave = jumps.exit || exceptionLeaves(loop, scope);
  const char *obstacle = jumps.entry ? jumps.entry : endUnknown(loop, extent_);
  construct.forbidden = obstacle ? obstacle : "";
  Scope inside = scope;
  inside.construct =
      addConstruct(construct, scope, builder_.wholeTree() ? loopRange(loop, context_) : "", true);
  inside.enter(unit_.constructs[size_t(inside.construct)].node);
  unit_.tree.nodes[size_t(inside.node)].serial = true;
  hashNode(inside.node, loop);
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

int Walker::addConstruct(Construct construct, const Scope &scope, const std::string &directive,
                         bool in_table) {
  construct.parent = scope.construct;
  construct.task = scope.task;
  int outer = scope.construct < 0 ? -1 : unit_.constructs[size_t(scope.construct)].depth;
  construct.depth = outer + 1 + scope.conditions;
  construct.node =
      builder_.add(construct.kind, construct.whole, scope.node, directive, in_table, scope.hidden);
  if (in_table)
    unit_.tree.nodes[size_t(construct.node)].clauses.assign(construct.clauses.begin(),
                                                            construct.clauses.end());
  unit_.constructs.push_back(std::move(construct));
  return int(unit_.constructs.size()) - 1;
}

} // namespace tare
