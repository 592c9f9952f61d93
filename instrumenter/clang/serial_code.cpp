// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/serial_code.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

namespace tare {

using namespace clang;

namespace {

bool isLeftOut(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee || !callee->getIdentifier() || isa<CXXOperatorCallExpr, UserDefinedLiteral>(call))
    return true;
  StringRef name = callee->getName();
  return name.starts_with("__builtin") || name.starts_with("omp_") || name == "vfork" ||
         callee->hasAttr<ReturnsTwiceAttr>() || name.ends_with("setjmp");
}

/// The expression that a statement consists of, or that it returns or declares something with.
const Expr *valueOf(const Stmt *statement) {
  if (auto *leaving = dyn_cast_or_null<ReturnStmt>(statement))
    return leaving->getRetValue();
  auto *declaration = dyn_cast_or_null<DeclStmt>(statement);
  if (!declaration || !declaration->isSingleDecl())
    return dyn_cast_or_null<Expr>(statement);
  auto *variable = dyn_cast<VarDecl>(declaration->getSingleDecl());
  return variable && variable->hasLocalStorage() ? variable->getInit() : nullptr;
}

bool isLeftOut(const CXXConstructExpr *construction) {
  const CXXConstructorDecl *constructor = construction->getConstructor();
  return !constructor->isUserProvided() || constructor->isCopyOrMoveConstructor();
}

} // namespace

const Expr *callOf(const Stmt *statement) {
  const Expr *expression = valueOf(statement);
  if (!expression)
    return nullptr;
  expression = expression->IgnoreImplicit()->IgnoreParenCasts();
  if (auto *assignment = dyn_cast<BinaryOperator>(expression);
      assignment && assignment->isAssignmentOp())
    expression = assignment->getRHS()->IgnoreImplicit()->IgnoreParenCasts();
  expression = expression->IgnoreImplicit();
  if (auto *creation = dyn_cast<CXXNewExpr>(expression))
    expression = creation->getConstructExpr();
  if (auto *construction = dyn_cast_or_null<CXXConstructExpr>(expression))
    return isLeftOut(construction) ? nullptr : construction;
  auto *call = dyn_cast_or_null<CallExpr>(expression);
  return call && !isLeftOut(call) ? call : nullptr;
}

} // namespace tare
