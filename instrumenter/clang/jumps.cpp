// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/jumps.h"

#include "instrumenter/clang/loop_header.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

namespace tare {

using namespace clang;

namespace {

/// The loops and switches around a part, inside the statement that is judged.
struct Around {
  bool in_switch = false, in_loop = false;
};

/// Jumps::entry of one part alone.
const char *entryAt(const Stmt *statement, Around around) {
  if (isa<IndirectGotoStmt, LabelStmt>(statement))
    return "a label in it, or a computed goto";
  if (auto *assembly = dyn_cast<GCCAsmStmt>(statement))
    return assembly->getNumLabels() > 0 ? "an asm goto in it" : nullptr;
  if (isa<CoawaitExpr, CoyieldExpr, CoreturnStmt>(statement))
    return "a suspension in it";
  return isa<SwitchCase>(statement) && !around.in_switch ? "a case label of a switch around it"
                                                         : nullptr;
}

/// Jumps::exit of one part alone.
const char *exitAt(const Stmt *statement, Around around) {
  if (isa<GotoStmt>(statement))
    return "a goto in it";
  if (isa<ReturnStmt>(statement))
    return "a return in it";
  if (isa<CXXThrowExpr>(statement))
    return "a throw in it";
  if (isa<BreakStmt>(statement) && !around.in_loop && !around.in_switch)
    return "a break in it";
  return isa<ContinueStmt>(statement) && !around.in_loop ? "a continue in it" : nullptr;
}

/// Adds the jumps of a part, and of all parts below.
void addJumps(const Stmt *statement, Around around, Jumps &jumps) {
  if (!statement || isa<LambdaExpr>(statement))
    return;
  if (!jumps.entry)
    jumps.entry = entryAt(statement, around);
  if (!jumps.exit)
    jumps.exit = exitAt(statement, around);
  if (auto *directive = dyn_cast<OMPExecutableDirective>(statement)) {
    if (directive->hasAssociatedStmt())
      addJumps(directive->getRawStmt(), around, jumps);
    return;
  }
  around.in_switch = around.in_switch || isa<SwitchStmt>(statement);
  around.in_loop = around.in_loop || isLoop(statement);
  for (const Stmt *child : statement->children())
    addJumps(child, around, jumps);
}

} // namespace

Jumps jumpsOf(const Stmt *statement) {
  Jumps jumps;
  addJumps(statement, {}, jumps);
  return jumps;
}

namespace {

/// A specification that is not resolved yet may become any.
bool isNothrow(const FunctionProtoType *type) {
  return type && !isUnresolvedExceptionSpec(type->getExceptionSpecType()) && type->isNothrow();
}

bool isNothrow(const FunctionDecl *function) {
  return function->hasAttr<NoThrowAttr>() ||
         isNothrow(function->getType()->getAs<FunctionProtoType>());
}

/// Also for a call through a pointer, by the pointer's type.
bool callThrows(const CallExpr *call) {
  if (const FunctionDecl *callee = call->getDirectCallee())
    return !isNothrow(callee);
  QualType type = call->getCallee()->getType();
  if (const auto *pointer = type->getAs<PointerType>())
    type = pointer->getPointeeType();
  return !isNothrow(type->getAs<FunctionProtoType>());
}

/// Whether a statement throws without its parts. In a template an operator may be a call.
bool throwsItself(const Stmt *statement) {
  if (auto *call = dyn_cast<CallExpr>(statement))
    return callThrows(call);
  if (auto *construction = dyn_cast<CXXConstructExpr>(statement))
    return !construction->getConstructor()->isTrivial() &&
           !isNothrow(construction->getConstructor());
  if (isa<UnaryOperator, BinaryOperator, ArraySubscriptExpr>(statement))
    return cast<Expr>(statement)->isTypeDependent();
  return isa<CXXThrowExpr, CXXNewExpr, CXXUnresolvedConstructExpr>(statement);
}

} // namespace

/// No exception may leave a directive's block.
bool mayThrow(const Stmt *statement) {
  if (!statement || isa<LambdaExpr, UnaryExprOrTypeTraitExpr, OMPExecutableDirective>(statement))
    return false;
  return throwsItself(statement) || llvm::any_of(statement->children(), mayThrow);
}

const char *jumpInside(const Stmt *loop) {
  Jumps jumps = jumpsOf(loop);
  return jumps.entry ? jumps.entry : jumps.exit;
}

} // namespace tare
