// SPDX-License-Identifier: Apache-2.0
// The walk over statements that are not directives: loops, branches, calls, basic blocks.
#include "instrumenter/clang/walker.h"

#include "instrumenter/clang/clauses.h"
#include "instrumenter/clang/jumps.h"
#include "instrumenter/clang/loop_header.h"
#include "instrumenter/clang/serial_code.h"

#include "base/text.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <algorithm>

namespace tare {

using namespace clang;

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

/// A table has no nodes for statements. It keeps the shape of each at the worksharing loop around
/// it.
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
  Jumps jumps = jumps_.of(statement);
  place.span = extent_.span(statement).value_or(Span{});
  place.declares = makesForBlock(statement, scope.block, context_.getLangOpts());
  place.may_leave = jumps.exit || exceptionLeaves(statement, scope);
  place.forbidden = !scope.forbidden.empty() ? scope.forbidden : jumps.entry ? jumps.entry : "";
  if (isLoop(statement))
    place.loop_body = extent_.span(loopBody(statement)).value_or(Span{});
  if (!scope.block)
    return;
  place.block = extent_.offset(scope.block->getLBracLoc()).value_or(0);
  place.block_has_labels = llvm::any_of(
      scope.block->body(), [](const Stmt *child) { return isa<LabelStmt, SwitchCase>(child); });
}

int Walker::addPlain(NodeKind kind, const Stmt *statement, const Scope &scope,
                     const std::string &text) {
  bool has_code = kind == NodeKind::Statement || kind == NodeKind::If || kind == NodeKind::Return;
  if (!builder_.wholeTree()) {
    if (has_code)
      noteStatement(statement, scope);
    return scope.node;
  }
  auto span = extent_.tokens(statement->getBeginLoc(), statement->getEndLoc());
  if (!span)
    return scope.node;
  int node = builder_.add(kind, *span, scope.node, text, false, scope.hidden);
  if (has_code) {
    hashNode(node, statement);
    placeStatement(node, statement, scope);
  }
  return node;
}

/// The body of a loop, a branch or a directive: a block, or one statement.
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

/// Whether probes may stand around a statement. A declaration gets no braces, so it must be one of
/// its block's statements, and the language must allow statements before declarations.
bool mayBracket(const Stmt *statement, bool in_block, const LangOptions &language) {
  return !isa<DeclStmt>(statement) || (in_block && (language.CPlusPlus || language.C99));
}

} // namespace

/// In a whole tree every statement has one node with a hash: its own kind's, or a Statement.
void Walker::visitStatement(const Stmt *statement, const Scope &scope) {
  bool has_own = !statement || isa<OMPExecutableDirective, CompoundStmt, NullStmt>(statement) ||
                 isa<IfStmt, ReturnStmt>(statement) || isLoop(statement);
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

/// Statements that make a node of their own, or that hide code from the plain walk. False: it is
/// none of these.
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

/// A lambda may be called anywhere, so nothing is known of the code around a call.
void Walker::visitLambda(const LambdaExpr *lambda, const Scope &scope) {
  Scope inside = scope;
  inside.region = inside.task = -1;
  inside.lambda = ++lambdas_;
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

bool Walker::exceptionLeaves(const Stmt *statement, const Scope &scope) {
  return scope.in_try && jumps_.mayThrow(statement);
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

void Walker::Scope::enter(int inner) {
  if (inner != node)
    hidden = {};
  node = inner;
}

int Walker::addConstruct(Construct construct, const Scope &scope, const std::string &directive,
                         bool in_table) {
  construct.parent = scope.construct;
  construct.task = scope.task;
  construct.lambda = scope.lambda;
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
