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

/// setjmp and its like: code around such a call must stay in place.
bool returnsTwice(const FunctionDecl *callee) {
  return callee->hasAttr<ReturnsTwiceAttr>() ||
         (callee->getIdentifier() &&
          (callee->getName() == "vfork" || callee->getName().ends_with("setjmp")));
}

/// Operators, literals of the user's, builtins and functions that return twice.
bool getsNoNode(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee || !callee->getIdentifier() || isa<CXXOperatorCallExpr, UserDefinedLiteral>(call))
    return true;
  StringRef name = callee->getName();
  return name.starts_with("__builtin") || name.starts_with("omp_") || returnsTwice(callee);
}

using Values = llvm::SmallVector<const Expr *, 4>;

Values valuesOf(const Stmt *statement);

/// The expressions of an if's head. Empty: the compiler decides it.
Values valuesOfHead(const IfStmt *branch) {
  if (branch->isConstexpr() || branch->isConsteval())
    return {};
  Values values = valuesOf(branch->getInit());
  if (const VarDecl *variable = branch->getConditionVariable())
    values.push_back(variable->getInit());
  else
    values.push_back(branch->getCond());
  return values;
}

/// The expressions of a statement: itself, its result, its initialisers or its condition.
Values valuesOf(const Stmt *statement) {
  if (auto *branch = dyn_cast_or_null<IfStmt>(statement))
    return valuesOfHead(branch);
  if (auto *leaving = dyn_cast_or_null<ReturnStmt>(statement))
    statement = leaving->getRetValue();
  if (auto *expression = dyn_cast_or_null<Expr>(statement))
    return {expression};
  Values values;
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

/// Constructors that nobody wrote, or that only copy.
bool getsNoNode(const CXXConstructExpr *construction) {
  const CXXConstructorDecl *constructor = construction->getConstructor();
  return !constructor->isUserProvided() || constructor->isCopyOrMoveConstructor();
}

/// The operand of a comparison or a negation.
const Expr *compared(const Expr *expression) {
  expression = expression->IgnoreParenImpCasts();
  if (auto *negation = dyn_cast<UnaryOperator>(expression);
      negation && negation->getOpcode() == UO_LNot)
    return compared(negation->getSubExpr());
  auto *comparison = dyn_cast<BinaryOperator>(expression);
  if (!comparison || !comparison->isComparisonOp())
    return expression;
  auto is_call = [](const Expr *side) { return isa<CallExpr>(side->IgnoreParenCasts()); };
  bool right = is_call(comparison->getRHS()) && !is_call(comparison->getLHS());
  return compared(right ? comparison->getRHS() : comparison->getLHS());
}

/// The call or construction that makes up a whole expression; its value may be assigned. Or null.
const Expr *wholeCall(const Expr *expression) {
  expression = expression->IgnoreImplicit()->IgnoreParenCasts();
  if (auto *assignment = dyn_cast<BinaryOperator>(expression);
      assignment && assignment->isAssignmentOp())
    expression = assignment->getRHS()->IgnoreImplicit()->IgnoreParenCasts();
  expression = expression->IgnoreImplicit();
  if (auto *creation = dyn_cast<CXXNewExpr>(expression))
    expression = creation->getConstructExpr();
  if (auto *construction = dyn_cast_or_null<CXXConstructExpr>(expression))
    return getsNoNode(construction) ? nullptr : construction;
  auto *call = dyn_cast_or_null<CallExpr>(expression);
  return call && !getsNoNode(call) ? call : nullptr;
}

/// Whether a call in a condition may read a file or wait. Members of C++'s library are short
/// (`v.empty()`), and so are functions that only look at their arguments (`strcmp(a, b) == 0`).
bool mayTakeLong(const Expr *call) {
  auto *callee = isa<CallExpr>(call) ? cast<CallExpr>(call)->getDirectCallee() : nullptr;
  return callee && !isa<CXXMethodDecl>(callee) && !callee->isInStdNamespace() &&
         !callee->hasAttr<PureAttr>() && !callee->hasAttr<ConstAttr>();
}

bool callsWhatReturnsTwice(const Stmt *part) {
  auto *call = dyn_cast_or_null<CallExpr>(part);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (callee && returnsTwice(callee))
    return true;
  return part && llvm::any_of(part->children(), callsWhatReturnsTwice);
}

/// Expressions that are not executed with the statement, or have statements of their own.
bool isApart(const Stmt *part) {
  return isa<LambdaExpr, StmtExpr, BlockExpr, UnaryExprOrTypeTraitExpr, CXXNoexceptExpr,
             CXXTypeidExpr, GenericSelectionExpr, CoroutineSuspendExpr>(part);
}

/// The first call of a wanted function in the order of evaluation, as far as the tree has one.
const Expr *firstCallIn(const Stmt *part, const std::function<bool(const FunctionDecl *)> &wanted) {
  if (!part || isApart(part))
    return nullptr;
  if (auto *call = dyn_cast<CallExpr>(part))
    if (!getsNoNode(call) && wanted(call->getDirectCallee()))
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
  if (llvm::any_of(values, callsWhatReturnsTwice))
    return nullptr;
  bool decides = isa_and_nonnull<IfStmt>(statement);
  for (const Expr *value : values) {
    const Expr *call = wholeCall(decides ? compared(value) : value);
    if (call && (!decides || mayTakeLong(call)))
      return call;
  }
  for (const Expr *value : values)
    if (const Expr *call = firstCallIn(value, is_users))
      return call;
  return nullptr;
}

namespace {

/// Also inside of statements below.
bool hasCompoundLiteral(const Stmt *statement) {
  return statement && (isa<CompoundLiteralExpr>(statement) ||
                       llvm::any_of(statement->children(), hasCompoundLiteral));
}

} // namespace

bool makesForOutside(const IfStmt *branch, const LangOptions &language) {
  if (language.CPlusPlus || language.C99)
    return false;
  auto unbraced = [](const Stmt *part) { return !isa_and_nonnull<CompoundStmt>(part); };
  return hasCompoundLiteral(branch->getCond()) ||
         (unbraced(branch->getThen()) && hasCompoundLiteral(branch->getThen())) ||
         (unbraced(branch->getElse()) && hasCompoundLiteral(branch->getElse()));
}

bool makesForBlock(const Stmt *statement, const CompoundStmt *block, const LangOptions &language) {
  if (isa<DeclStmt>(statement))
    return true;
  return !language.CPlusPlus && isa<Expr>(statement) && block &&
         llvm::is_contained(block->body(), statement) && hasCompoundLiteral(statement);
}

} // namespace tare
