// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/loop_header.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

namespace tare {

using namespace clang;

const Expr *plainExpr(const Expr *expression) {
  while (expression) {
    const Expr *inner = expression->IgnoreParenImpCasts();
    if (auto *full = dyn_cast<FullExpr>(inner))
      inner = full->getSubExpr();
    else if (auto *temporary = dyn_cast<MaterializeTemporaryExpr>(inner))
      inner = temporary->getSubExpr();
    else if (auto *bound = dyn_cast<CXXBindTemporaryExpr>(inner))
      inner = bound->getSubExpr();
    if (inner == expression)
      break;
    expression = inner;
  }
  return expression;
}

const ValueDecl *variableOf(const Expr *expression) {
  auto *use = dyn_cast_or_null<DeclRefExpr>(plainExpr(expression));
  return use ? use->getDecl() : nullptr;
}

bool isLoop(const Stmt *statement) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement);
}

const Stmt *loopBody(const Stmt *loop) {
  if (auto *counted = dyn_cast<ForStmt>(loop))
    return counted->getBody();
  if (auto *range = dyn_cast<CXXForRangeStmt>(loop))
    return range->getBody();
  if (auto *condition = dyn_cast<WhileStmt>(loop))
    return condition->getBody();
  return cast<DoStmt>(loop)->getBody();
}

namespace {

/// The literal 1.
bool isOne(const Expr *expression) {
  auto *literal = dyn_cast_or_null<IntegerLiteral>(plainExpr(expression));
  return literal && literal->getValue() == 1;
}

/// 1 for `i + 1` and `1 + i`, -1 for `i - 1`, 0 for anything else.
int stepFrom(const ValueDecl *variable, const Expr *expression) {
  auto *sum = dyn_cast_or_null<BinaryOperator>(plainExpr(expression));
  if (!variable || !sum)
    return 0;
  bool first = variableOf(sum->getLHS()) == variable && isOne(sum->getRHS());
  if (sum->getOpcode() == BO_Sub)
    return first ? -1 : 0;
  bool second = variableOf(sum->getRHS()) == variable && isOne(sum->getLHS());
  return sum->getOpcode() == BO_Add && (first || second) ? 1 : 0;
}

/// `i += 1`, `i -= 1`, `i = i + 1`.
Step stepOfAssignment(const BinaryOperator *assignment) {
  Step step{assignment->getLHS(), 0};
  if (assignment->getOpcode() == BO_AddAssign)
    step.by = isOne(assignment->getRHS()) ? 1 : 0;
  else if (assignment->getOpcode() == BO_SubAssign)
    step.by = isOne(assignment->getRHS()) ? -1 : 0;
  else if (assignment->getOpcode() == BO_Assign)
    step.by = stepFrom(variableOf(assignment->getLHS()), assignment->getRHS());
  return step.by ? step : Step{};
}

} // namespace

Step unitStep(const Expr *expression) {
  expression = plainExpr(expression);
  if (auto *unary = dyn_cast_or_null<UnaryOperator>(expression)) {
    if (unary->isIncrementDecrementOp())
      return {unary->getSubExpr(), unary->isIncrementOp() ? 1 : -1};
  } else if (auto *call = dyn_cast_or_null<CXXOperatorCallExpr>(expression)) {
    if (call->getOperator() == OO_PlusPlus || call->getOperator() == OO_MinusMinus)
      return {call->getArg(0), call->getOperator() == OO_PlusPlus ? 1 : -1};
  } else if (auto *assignment = dyn_cast_or_null<BinaryOperator>(expression)) {
    return stepOfAssignment(assignment);
  }
  return {};
}

Start loopStart(const ForStmt *loop) {
  const Stmt *init = loop->getInit();
  if (auto *declarations = dyn_cast_or_null<DeclStmt>(init)) {
    auto *variable =
        declarations->isSingleDecl() ? dyn_cast<VarDecl>(declarations->getSingleDecl()) : nullptr;
    return variable && variable->getInit() ? Start{variable, variable->getInit()} : Start{};
  }
  auto *assignment = dyn_cast_or_null<BinaryOperator>(plainExpr(dyn_cast_or_null<Expr>(init)));
  if (!assignment || assignment->getOpcode() != BO_Assign)
    return {};
  const ValueDecl *variable = variableOf(assignment->getLHS());
  return variable ? Start{variable, assignment->getRHS()} : Start{};
}

namespace {

/// The text of an expression plus -1, 0 or 1. In a literal the sum is computed.
std::string textOf(const Expr *expression, int plus, const ASTContext &context) {
  expression = expression->IgnoreParenImpCasts();
  auto *literal = dyn_cast<IntegerLiteral>(expression);
  if (literal && literal->getValue().isIntN(62))
    return std::to_string(int64_t(literal->getValue().getZExtValue()) + plus);
  std::string text;
  llvm::raw_string_ostream stream(text);
  expression->printPretty(stream, nullptr, context.getPrintingPolicy());
  if (plus != 0)
    stream << (plus < 0 ? " - 1" : " + 1");
  return text;
}

/// The bound as the last value that the variable takes with steps of one.
std::string lastValue(const BinaryOperator *condition, const ValueDecl *variable,
                      const ASTContext &context) {
  bool swapped = variableOf(condition->getRHS()) == variable;
  if (!swapped && variableOf(condition->getLHS()) != variable)
    return {};
  BinaryOperatorKind order = condition->getOpcode();
  if (swapped)
    order = BinaryOperator::reverseComparisonOp(order);
  int plus = order == BO_LT ? -1 : order == BO_GT ? 1 : 0;
  return textOf(swapped ? condition->getLHS() : condition->getRHS(), plus, context);
}

} // namespace

std::string loopRange(const Stmt *loop, const ASTContext &context) {
  auto *counted = dyn_cast<ForStmt>(loop);
  if (!counted)
    return {};
  Start start = loopStart(counted);
  Step step = unitStep(counted->getInc());
  auto *condition = dyn_cast_or_null<BinaryOperator>(plainExpr(counted->getCond()));
  if (!start.variable || !condition || !condition->isRelationalOp() ||
      variableOf(step.target) != start.variable)
    return {};
  std::string first = textOf(start.value, 0, context);
  std::string last = lastValue(condition, start.variable, context);
  if (last.empty())
    return {}; // the variable is not compared
  if (step.by < 0)
    std::swap(first, last);
  return start.variable->getNameAsString() + " in " + first + ".." + last;
}

} // namespace tare
