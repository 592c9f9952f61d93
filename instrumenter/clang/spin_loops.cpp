// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/spin_loops.h"

#include "instrumenter/clang/loop_header.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

namespace tare {

using namespace clang;

namespace {

struct SpinParts {
  const Expr *condition = nullptr;
  const Stmt *body = nullptr;
};

/// Nothing in a loop that counts.
SpinParts spinParts(const Stmt *loop) {
  if (auto *s = dyn_cast<WhileStmt>(loop))
    return {s->getCond(), s->getBody()};
  if (auto *s = dyn_cast<DoStmt>(loop))
    return {s->getCond(), s->getBody()};
  auto *s = dyn_cast<ForStmt>(loop);
  return s && !s->getInc() ? SpinParts{s->getCond(), s->getBody()} : SpinParts();
}

bool refreshes(const Stmt *statement) {
  if (isa<OMPFlushDirective>(statement))
    return true;
  auto *atomic = dyn_cast<OMPAtomicDirective>(statement);
  return atomic && atomic->hasClausesOfKind<OMPReadClause>();
}

/// Also exchanges: a lock of the user's own is taken by them. Not compare-and-exchange, with which
/// loops make progress.
bool isAtomicLoad(const AtomicExpr *atomic) {
  switch (atomic->getOp()) {
  case AtomicExpr::AO__c11_atomic_exchange:
  case AtomicExpr::AO__atomic_exchange:
  case AtomicExpr::AO__atomic_exchange_n:
  case AtomicExpr::AO__c11_atomic_load:
  case AtomicExpr::AO__atomic_load:
  case AtomicExpr::AO__atomic_load_n:
    return true;
  default:
    return false;
  }
}

/// std::atomic's load() and its conversion, and what takes a lock.
bool isAtomicMember(const CXXMemberCallExpr *call) {
  const CXXMethodDecl *method = call->getMethodDecl();
  if (!method || !method->getParent()->isInStdNamespace() ||
      !method->getParent()->getName().contains("atomic"))
    return false;
  if (isa<CXXConversionDecl>(method))
    return true;
  const IdentifierInfo *name = method->getIdentifier();
  return name && (name->isStr("load") || name->isStr("test") || name->isStr("test_and_set") ||
                  name->isStr("exchange"));
}

bool isTestAndSet(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  const IdentifierInfo *name = callee ? callee->getIdentifier() : nullptr;
  return name && (name->getName().starts_with("__sync_lock_test_and_set") ||
                  name->isStr("__atomic_test_and_set"));
}

bool looksAgain(const Stmt *expression) {
  if (!expression)
    return false;
  if (auto *atomic = dyn_cast<AtomicExpr>(expression))
    return isAtomicLoad(atomic);
  if (auto *member = dyn_cast<CXXMemberCallExpr>(expression); member && isAtomicMember(member))
    return true;
  if (auto *call = dyn_cast<CallExpr>(expression); call && isTestAndSet(call))
    return true;
  if (auto *cast = dyn_cast<ImplicitCastExpr>(expression);
      cast && cast->getCastKind() == CK_LValueToRValue) {
    QualType type = cast->getSubExpr()->getType();
    if (type.isVolatileQualified() || type->isAtomicType())
      return true;
  }
  for (const Stmt *child : expression->children())
    if (looksAgain(child))
      return true;
  return false;
}

/// A pause, a yield or nothing.
bool isIdle(const Stmt *statement) {
  if (isa<NullStmt, OMPTaskyieldDirective, GCCAsmStmt>(statement) || refreshes(statement))
    return true;
  if (auto *block = dyn_cast<CompoundStmt>(statement)) {
    for (const Stmt *child : block->body())
      if (!isIdle(child))
        return false;
    return true;
  }
  auto *expression = dyn_cast<Expr>(statement);
  auto *call = expression ? dyn_cast<CallExpr>(expression->IgnoreParenCasts()) : nullptr;
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  const IdentifierInfo *name = callee ? callee->getIdentifier() : nullptr;
  if (!name)
    return false;
  for (const char *pause : {"sched_yield", "usleep", "nanosleep", "yield", "__builtin_ia32_pause",
                            "_mm_pause", "thrd_yield", "sleep_for"})
    if (name->isStr(pause))
      return true;
  return false;
}

/// A short body with a flush or an atomic read among its statements.
bool refreshesInside(const Stmt *body) {
  if (refreshes(body))
    return true;
  auto *block = dyn_cast<CompoundStmt>(body);
  if (!block || block->size() > 4)
    return false;
  bool found = false;
  for (const Stmt *child : block->body()) {
    found = found || refreshes(child);
    if (isLoop(child))
      return false;
  }
  return found;
}

} // namespace

bool isSpinLoop(const Stmt *loop) {
  SpinParts parts = spinParts(loop);
  if (!parts.body)
    return false;
  return refreshesInside(parts.body) ||
         (isIdle(parts.body) && parts.condition && looksAgain(parts.condition));
}

} // namespace tare
