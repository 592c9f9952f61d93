// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/serial_code.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

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

/// The expressions that a statement consists of, or that it returns or declares something with.
llvm::SmallVector<const Expr *, 4> valuesOf(const Stmt *statement) {
  if (auto *leaving = dyn_cast_or_null<ReturnStmt>(statement))
    statement = leaving->getRetValue();
  if (auto *expression = dyn_cast_or_null<Expr>(statement))
    return {expression};
  llvm::SmallVector<const Expr *, 4> values;
  auto *declaration = dyn_cast_or_null<DeclStmt>(statement);
  if (!declaration)
    return values;
  for (const Decl *declared : declaration->decls()) {
    auto *variable = dyn_cast<VarDecl>(declared);
    if (!variable || !variable->hasLocalStorage())
      return {};
    if (variable->getInit())
      values.push_back(variable->getInit());
  }
  return values;
}

bool isLeftOut(const CXXConstructExpr *construction) {
  const CXXConstructorDecl *constructor = construction->getConstructor();
  return !constructor->isUserProvided() || constructor->isCopyOrMoveConstructor();
}

/// The call or construction that all of `expression` is, but for an assignment of its value.
const Expr *wholeCall(const Expr *expression) {
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

/// What is not executed with the statement, or has statements of its own.
bool isApart(const Stmt *part) {
  return isa<LambdaExpr, StmtExpr, BlockExpr, UnaryExprOrTypeTraitExpr, CXXNoexceptExpr,
             CXXTypeidExpr, GenericSelectionExpr, CoroutineSuspendExpr>(part);
}

const Expr *firstCallIn(const Stmt *part, const std::function<bool(const FunctionDecl *)> &wanted) {
  if (!part || isApart(part))
    return nullptr;
  if (auto *call = dyn_cast<CallExpr>(part))
    if (!isLeftOut(call) && wanted(call->getDirectCallee()))
      return call;
  for (const Stmt *child : part->children())
    if (const Expr *found = firstCallIn(child, wanted))
      return found;
  return nullptr;
}

} // namespace

const Expr *callOf(const Stmt *statement,
                   const std::function<bool(const FunctionDecl *)> &is_users) {
  auto values = valuesOf(statement);
  for (const Expr *value : values)
    if (const Expr *call = wholeCall(value))
      return call;
  for (const Expr *value : values)
    if (const Expr *call = firstCallIn(value, is_users))
      return call;
  return nullptr;
}

namespace {

bool hasCompoundLiteral(const Stmt *statement) {
  return statement && (isa<CompoundLiteralExpr>(statement) ||
                       llvm::any_of(statement->children(), hasCompoundLiteral));
}

} // namespace

bool makesForBlock(const Stmt *statement, const CompoundStmt *block, const LangOptions &language) {
  if (isa<DeclStmt>(statement))
    return true;
  return !language.CPlusPlus && isa<Expr>(statement) && block &&
         llvm::is_contained(block->body(), statement) && hasCompoundLiteral(statement);
}

} // namespace tare
