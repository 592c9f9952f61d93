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

/// The parts of a loop that may spin.
struct SpinParts {
  const Expr *condition = nullptr;
  const Stmt *body = nullptr;
};

/// No parts for a loop that counts.
SpinParts spinParts(const Stmt *loop) {
  if (auto *s = dyn_cast<WhileStmt>(loop))
    return {s->getCond(), s->getBody()};
  if (auto *s = dyn_cast<DoStmt>(loop))
    return {s->getCond(), s->getBody()};
  auto *s = dyn_cast<ForStmt>(loop);
  return s && !s->getInc() ? SpinParts{s->getCond(), s->getBody()} : SpinParts();
}

/// A flush, or an atomic read: the loop then sees another thread's write.
bool refreshes(const Stmt *statement) {
  if (isa<OMPFlushDirective>(statement))
    return true;
  auto *atomic = dyn_cast<OMPAtomicDirective>(statement);
  return atomic && atomic->hasClausesOfKind<OMPReadClause>();
}

/// Also exchanges, which take locks of the user's own. Loops with compare-and-exchange make
/// progress and do not count.
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

/// std::atomic's load() and its conversion, and members that take a lock.
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

/// A builtin that takes a lock.
bool isTestAndSet(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  const IdentifierInfo *name = callee ? callee->getIdentifier() : nullptr;
  return name && (name->getName().starts_with("__sync_lock_test_and_set") ||
                  name->isStr("__atomic_test_and_set"));
}

/// Whether an expression reads memory that another thread may write: atomic or volatile.
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
  return llvm::any_of(expression->children(), looksAgain);
}

/// A pause, a yield or nothing.
bool isIdle(const Stmt *statement) {
  if (isa<NullStmt, OMPTaskyieldDirective, GCCAsmStmt>(statement) || refreshes(statement))
    return true;
  if (auto *block = dyn_cast<CompoundStmt>(statement))
    return llvm::all_of(block->body(), isIdle);
  auto *expression = dyn_cast<Expr>(statement);
  auto *call = expression ? dyn_cast<CallExpr>(expression->IgnoreParenCasts()) : nullptr;
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  const IdentifierInfo *name = callee ? callee->getIdentifier() : nullptr;
  static constexpr StringRef pauses[] = {"sched_yield", "usleep",    "nanosleep",
                                         "yield",       "_mm_pause", "__builtin_ia32_pause",
                                         "thrd_yield",  "sleep_for"};
  return name && llvm::is_contained(pauses, name->getName());
}

/// Whether a body without loops, of at most 4 statements, has a flush or an atomic read among them.
bool refreshesInside(const Stmt *body) {
  if (refreshes(body))
    return true;
  auto *block = dyn_cast<CompoundStmt>(body);
  if (!block || block->size() > 4)
    return false;
  return llvm::any_of(block->body(), refreshes) && llvm::none_of(block->body(), isLoop);
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
