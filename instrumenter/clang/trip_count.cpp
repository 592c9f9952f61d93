// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/trip_count.h"

#include "instrumenter/clang/loop_header.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"

#include <algorithm>
#include <optional>

namespace tare {

using namespace clang;

namespace {

constexpr int deepest_constant = 8; // constants that are made of constants

/// The value of an integer expression. Nothing: it is not constant.
std::optional<int64_t> valueOf(const Expr *expression, const ASTContext &context, int depth = 0);

/// The value of a `const int`, which is no constant expression in C, but constant all the same.
std::optional<int64_t> valueOfConstant(const Expr *expression, const ASTContext &context,
                                       int depth) {
  auto *use = dyn_cast<DeclRefExpr>(expression);
  auto *variable = use ? dyn_cast<VarDecl>(use->getDecl()) : nullptr;
  if (!variable || !variable->getType().isConstQualified() || isa<ParmVarDecl>(variable))
    return std::nullopt;
  return valueOf(variable->getAnyInitializer(), context, depth + 1);
}

/// Sums, differences, products and quotients of such values.
std::optional<int64_t> valueOfSum(const BinaryOperator *sum, const ASTContext &context, int depth) {
  auto left = valueOf(sum->getLHS(), context, depth + 1);
  auto right = valueOf(sum->getRHS(), context, depth + 1);
  int64_t result = 0;
  if (!left || !right)
    return std::nullopt;
  if (sum->getOpcode() == BO_Add && !__builtin_add_overflow(*left, *right, &result))
    return result;
  if (sum->getOpcode() == BO_Sub && !__builtin_sub_overflow(*left, *right, &result))
    return result;
  if (sum->getOpcode() == BO_Mul && !__builtin_mul_overflow(*left, *right, &result))
    return result;
  if (sum->getOpcode() == BO_Div && *right > 0)
    return *left / *right;
  return std::nullopt;
}

std::optional<int64_t> valueOf(const Expr *expression, const ASTContext &context, int depth) {
  if (!expression || depth > deepest_constant || expression->isValueDependent() ||
      expression->isTypeDependent() || expression->containsErrors() ||
      !expression->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  Expr::EvalResult result;
  if (expression->EvaluateAsInt(result, context) && result.Val.getInt().isRepresentableByInt64())
    return result.Val.getInt().getExtValue();
  expression = plainExpr(expression);
  if (auto *sum = dyn_cast<BinaryOperator>(expression))
    return valueOfSum(sum, context, depth);
  return valueOfConstant(expression, context, depth);
}

/// The number that is added to the variable in each iteration. 0: the variable changes otherwise.
int64_t stepOf(const Expr *increment, const ValueDecl *variable, const ASTContext &context) {
  Step one = unitStep(increment);
  if (one.target)
    return variableOf(one.target) == variable ? one.by : 0;
  auto *assignment = dyn_cast_or_null<BinaryOperator>(plainExpr(increment));
  bool adds = assignment && assignment->getOpcode() == BO_AddAssign;
  bool takes = assignment && assignment->getOpcode() == BO_SubAssign;
  if (!(adds || takes) || variableOf(assignment->getLHS()) != variable)
    return 0;
  int64_t by = valueOf(assignment->getRHS(), context).value_or(0);
  return takes && by > -INT64_MAX ? -by : by;
}

/// The trips from `first` towards `last` in steps of `by`. Nothing: unknown, or endless.
std::optional<uint64_t> tripsBetween(int64_t first, int64_t last, int64_t by,
                                     BinaryOperatorKind order) {
  bool up = order == BO_LT || order == BO_LE, down = order == BO_GT || order == BO_GE;
  if (order == BO_NE)
    (by > 0 ? up : down) = true;
  if (by == 0 || up == down || (up && by < 0) || (down && by > 0))
    return std::nullopt;
  __int128 distance = up ? __int128(last) - first : __int128(first) - last;
  __int128 step = by > 0 ? __int128(by) : -__int128(by);
  if (order == BO_LE || order == BO_GE)
    distance += 1;
  if (order == BO_NE && (distance < 0 || distance % step != 0))
    return std::nullopt; // it runs until the variable overflows, or for ever
  return distance <= 0 ? 0 : uint64_t((distance + step - 1) / step);
}

std::optional<uint64_t> tripsOfFor(const ForStmt *loop, const ASTContext &context) {
  Start start = loopStart(loop);
  auto *condition = dyn_cast_or_null<BinaryOperator>(plainExpr(loop->getCond()));
  if (!start.variable || !condition || !condition->isComparisonOp())
    return std::nullopt;
  bool swapped = variableOf(condition->getRHS()) == start.variable;
  if (!swapped && variableOf(condition->getLHS()) != start.variable)
    return std::nullopt;
  BinaryOperatorKind order = condition->getOpcode();
  if (swapped && order != BO_NE && order != BO_EQ)
    order = BinaryOperator::reverseComparisonOp(order);
  auto first = valueOf(start.value, context);
  auto last = valueOf(swapped ? condition->getLHS() : condition->getRHS(), context);
  if (!first || !last)
    return std::nullopt;
  return tripsBetween(*first, *last, stepOf(loop->getInc(), start.variable, context), order);
}

/// The trips over an array whose length is in its type.
std::optional<uint64_t> tripsOfRange(const CXXForRangeStmt *loop, const ASTContext &context) {
  const Expr *range = loop->getRangeInit();
  if (!range || range->isTypeDependent())
    return std::nullopt;
  const ConstantArrayType *array =
      context.getAsConstantArrayType(range->getType().getNonReferenceType());
  if (!array || array->getSize().getActiveBits() > 63)
    return std::nullopt;
  return array->getSize().getZExtValue();
}

} // namespace

Trips tripsOf(const Stmt *loop, const ASTContext &context) {
  std::optional<uint64_t> trips;
  if (auto *counted = dyn_cast<ForStmt>(loop))
    trips = tripsOfFor(counted, context);
  else if (auto *range = dyn_cast<CXXForRangeStmt>(loop))
    trips = tripsOfRange(range, context);
  if (!trips)
    return {1, 1, 0};
  return {std::min(*trips, Trips::times_most), 0, 0};
}

} // namespace tare
