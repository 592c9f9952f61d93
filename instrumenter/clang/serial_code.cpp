// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/serial_code.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

#include <algorithm>

namespace tare {

using namespace clang;

namespace {

bool makesTeam(const Stmt *statement) {
  auto *directive = dyn_cast<OMPExecutableDirective>(statement);
  if (!directive)
    return false;
  OpenMPDirectiveKind kind = directive->getDirectiveKind();
  return isOpenMPParallelDirective(kind) || isOpenMPTeamsDirective(kind) ||
         isOpenMPTargetExecutionDirective(kind);
}

bool isLeftOut(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee || !callee->getIdentifier() || isa<CXXOperatorCallExpr, UserDefinedLiteral>(call))
    return true;
  StringRef name = callee->getName();
  return name.starts_with("__builtin") || name.starts_with("omp_") || name == "vfork" ||
         callee->hasAttr<ReturnsTwiceAttr>() || name.ends_with("setjmp");
}

} // namespace

bool holdsRegion(const Stmt *statement) {
  if (!statement)
    return false;
  if (makesTeam(statement))
    return true;
  if (auto *lambda = dyn_cast<LambdaExpr>(statement))
    return holdsRegion(lambda->getBody());
  if (auto *directive = dyn_cast<OMPExecutableDirective>(statement))
    return directive->hasAssociatedStmt() && holdsRegion(directive->getRawStmt());
  auto children = statement->children();
  return std::any_of(children.begin(), children.end(), holdsRegion);
}

const CallExpr *callOf(const Stmt *statement) {
  auto *expression = dyn_cast_or_null<Expr>(statement);
  if (!expression)
    return nullptr;
  expression = expression->IgnoreImplicit()->IgnoreParenCasts();
  if (auto *assignment = dyn_cast<BinaryOperator>(expression);
      assignment && assignment->isAssignmentOp())
    expression = assignment->getRHS()->IgnoreImplicit()->IgnoreParenCasts();
  auto *call = dyn_cast<CallExpr>(expression->IgnoreImplicit());
  return call && !isLeftOut(call) ? call : nullptr;
}

} // namespace tare
