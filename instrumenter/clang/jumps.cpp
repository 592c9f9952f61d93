// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/jumps.h"

#include "instrumenter/clang/loop_header.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

#include <algorithm>

namespace tare {

using namespace clang;

namespace {

/// Jumps::entry of one part alone.
const char *entryAt(const Stmt *statement, bool in_switch) {
  if (isa<IndirectGotoStmt, LabelStmt>(statement))
    return "a label in it, or a computed goto";
  if (auto *assembly = dyn_cast<GCCAsmStmt>(statement))
    return assembly->getNumLabels() > 0 ? "an asm goto in it" : nullptr;
  if (isa<CoawaitExpr, CoyieldExpr, CoreturnStmt>(statement))
    return "a suspension in it";
  return isa<SwitchCase>(statement) && !in_switch ? "a case label in it, of a switch around it"
                                                  : nullptr;
}

/// Jumps::exit of one part alone.
const char *exitAt(const Stmt *statement, bool owns_break, bool owns_continue) {
  if (isa<GotoStmt>(statement))
    return "a goto in it";
  if (isa<ReturnStmt>(statement))
    return "a return in it";
  if (isa<CXXThrowExpr>(statement))
    return "a throw in it";
  if (isa<BreakStmt>(statement) && !owns_break)
    return "a break in it";
  return isa<ContinueStmt>(statement) && !owns_continue ? "a continue in it" : nullptr;
}

} // namespace

Jumps JumpFinder::of(const Stmt *statement) {
  Found found = find(statement);
  return {found.entry[0], found.exit[0]};
}

const char *JumpFinder::inside(const Stmt *loop) {
  Jumps jumps = of(loop);
  return jumps.entry ? jumps.entry : jumps.exit;
}

JumpFinder::Found JumpFinder::find(const Stmt *statement) {
  if (!statement || isa<LambdaExpr>(statement))
    return {};
  return found_.of(statement, [&] { return look(statement); });
}

JumpFinder::Found JumpFinder::look(const Stmt *statement) {
  Found found;
  for (size_t around : {0, 1})
    found.entry[around] = entryAt(statement, around == 1);
  for (size_t around : {0, 1, 2})
    found.exit[around] = exitAt(statement, around > 0, around == 2);
  if (auto *directive = dyn_cast<OMPExecutableDirective>(statement)) {
    if (directive->hasAssociatedStmt())
      add(directive->getRawStmt(), false, false, found);
    return found;
  }
  for (const Stmt *child : statement->children())
    add(child, isa<SwitchStmt>(statement), isLoop(statement), found);
  return found;
}

/// Adds the jumps of a part behind those found before, which stay the first ones.
void JumpFinder::add(const Stmt *part, bool of_switch, bool of_loop, Found &found) {
  const Found inner = find(part);
  for (size_t around : {0, 1})
    if (!found.entry[around])
      found.entry[around] = inner.entry[of_switch ? 1 : around];
  for (size_t around : {0, 1, 2})
    if (!found.exit[around])
      found.exit[around] = inner.exit[of_loop     ? 2
                                      : of_switch ? std::max<size_t>(around, 1)
                                                  : around];
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
bool JumpFinder::mayThrow(const Stmt *statement) {
  if (!statement || isa<LambdaExpr, UnaryExprOrTypeTraitExpr, OMPExecutableDirective>(statement))
    return false;
  return throwing_.of(statement, [&] {
    return throwsItself(statement) ||
           llvm::any_of(statement->children(), [&](const Stmt *part) { return mayThrow(part); });
  });
}

} // namespace tare
