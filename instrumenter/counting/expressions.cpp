// SPDX-License-Identifier: Apache-2.0
// What expressions do. Changes of sign, conversions, and what is constant, are not counted.
#include "instrumenter/clang/loop_header.h"
#include "instrumenter/counting/counter.h"
#include "instrumenter/counting/parts.h"
#include "instrumenter/counting/type_names.h"

namespace tare {

using namespace clang;
using symbolic::casesOf;

namespace {

bool isConstantNumber(const Expr *expression, const ASTContext &context) {
  Expr::EvalResult result;
  return !expression->isValueDependent() && !expression->containsErrors() &&
         expression->getType()->isIntegralOrEnumerationType() &&
         expression->EvaluateAsInt(result, context);
}

bool isFloating(QualType type) { return type->isFloatingType() || type->isVectorType(); }

/// A product of such numbers, that a sum makes a multiply-add of.
bool isProduct(const Expr *expression) {
  auto *binary = dyn_cast_or_null<BinaryOperator>(plainExpr(expression));
  return binary && binary->getOpcode() == BO_Mul;
}

OperationKind floatKind(BinaryOperatorKind code) {
  return code == BO_Mul   ? OperationKind::FloatMultiply
         : code == BO_Div ? OperationKind::FloatDivide
                          : OperationKind::FloatAdd;
}

OperationKind integerKind(BinaryOperatorKind code) {
  switch (code) {
  case BO_Add:
  case BO_Sub:
    return OperationKind::IntegerAdd;
  case BO_Mul:
    return OperationKind::IntegerMultiply;
  case BO_Div:
  case BO_Rem:
    return OperationKind::IntegerDivide;
  default:
    return OperationKind::IntegerOther;
  }
}

} // namespace

/// A sum of a product is one operation.
OperationCounter::Arithmetic OperationCounter::arithmeticOf(const BinaryOperator *binary,
                                                            BinaryOperatorKind code, QualType type,
                                                            const Expr *left,
                                                            const Expr *right) const {
  Arithmetic arithmetic;
  if (BinaryOperator::isComparisonOp(code)) {
    QualType of = binary->getLHS()->getType();
    arithmetic.operation = {OperationKind::Compare, isFloating(of) ? typeName(of) : "",
                            StrideClass::None, ""};
    return arithmetic;
  }
  bool floating = isFloating(type);
  Operation &operation = arithmetic.operation;
  operation = {floating ? floatKind(code) : integerKind(code), floating ? typeName(type) : "",
               StrideClass::None, ""};
  if (code != BO_Add && code != BO_Sub)
    return arithmetic;
  auto isPart = [&](const Expr *operand) { // a product in another type has an operation of its own
    if (!isProduct(operand) || isConstantNumber(operand, context_.ast))
      return false;
    QualType of = plainExpr(operand)->getType();
    return isFloating(of) == floating && (!floating || typeName(of) == operation.type);
  };
  if (const Expr *product = isPart(right) ? right : isPart(left) ? left : nullptr) {
    arithmetic.product = product;
    operation.kind = floating ? OperationKind::FloatMultiplyAdd : OperationKind::IntegerMultiplyAdd;
  }
  return arithmetic;
}

/// `left code right`, whose operands are counted elsewhere.
void OperationCounter::countArithmetic(const BinaryOperator *binary, BinaryOperatorKind code,
                                       QualType type, const Expr *left, const Expr *right,
                                       Tally &tally) {
  Arithmetic arithmetic = arithmeticOf(binary, code, type, left, right);
  if (arithmetic.product) {
    Operation multiply = arithmetic.operation; // was counted with the product
    multiply.kind =
        isFloating(type) ? OperationKind::FloatMultiply : OperationKind::IntegerMultiply;
    tally.add(multiply, -1);
  }
  tally.add(arithmetic.operation);
}

void OperationCounter::countAssignment(const BinaryOperator *assignment, Tally &tally) {
  const Expr *target = assignment->getLHS(), *value = assignment->getRHS();
  auto *compound = dyn_cast<CompoundAssignOperator>(assignment);
  countExpression(value, tally);
  countPlace(target, compound ? Use::LoadAndStore : Use::Store, tally);
  if (!compound) {
    setPaths(carrierOf(target), pathsOf(value), tally);
    assignPointer(target, value);
    assign(target, valueOf(value), assignment);
    return;
  }
  BinaryOperatorKind code = BinaryOperator::getOpForCompoundAssignment(assignment->getOpcode());
  QualType type = compound->getComputationResultType();
  countArithmetic(assignment, code, type, target, value, tally);
  if (type->isPointerType())
    forgetLoaded();
  else
    setPaths(carrierOf(target), pathsOfArithmetic(assignment, code, type, target, value), tally);
  auto before = valueOf(target), by = valueOf(value);
  std::optional<Cases> after;
  if (before && by && (code == BO_Add || code == BO_Sub))
    after = code == BO_Add ? arithmetic().sum(*before, *by) : arithmetic().difference(*before, *by);
  else if (before && by && code == BO_Mul)
    after = arithmetic().product(*before, *by);
  else if (before && code == BO_Div)
    if (auto divisor = numberOf(value))
      after = arithmetic().quotient(*before, *divisor);
  assign(target, after, assignment);
}

void OperationCounter::assign(const Expr *target, const std::optional<Cases> &value,
                              const Stmt *where) {
  if (auto place = environment_.placeOf(target); place && place->last)
    environment_.write(*place, value, context_.place(where), depth());
}

void OperationCounter::countBinary(const BinaryOperator *binary, Tally &tally) {
  if (binary->isAssignmentOp())
    return countAssignment(binary, tally);
  if (binary->isLogicalOp()) {
    countExpression(binary->getLHS(), tally);
    Tally right;
    Mark since = mark();
    LoadedElements before = loaded();
    countExpression(binary->getRHS(), right);
    keepLoaded(before);
    auto left = withoutVarying(truthOf(binary->getLHS()));
    if (left)
      restrict(right, whereItIs(*left, binary->getOpcode() == BO_LAnd ? 1 : 0), since, binary);
    else
      makePossible(right, since);
    tally.merge(std::move(right));
    return;
  }
  countExpression(binary->getLHS(), tally);
  countExpression(binary->getRHS(), tally);
  if (binary->getOpcode() == BO_Comma || binary->isPtrMemOp())
    return;
  if (binary->getType()->isPointerType() || binary->getLHS()->getType()->isPointerType())
    tally.add({binary->isComparisonOp() ? OperationKind::Compare : OperationKind::IntegerAdd, "",
               StrideClass::None, ""});
  else
    countArithmetic(binary, binary->getOpcode(), binary->getType(), binary->getLHS(),
                    binary->getRHS(), tally);
}

void OperationCounter::countUnary(const UnaryOperator *unary, Tally &tally) {
  const Expr *operand = unary->getSubExpr();
  if (unary->isIncrementDecrementOp()) {
    countPlace(operand, Use::LoadAndStore, tally);
    bool floating = isFloating(unary->getType());
    Operation step{floating ? OperationKind::FloatAdd : OperationKind::IntegerAdd,
                   floating ? typeName(unary->getType()) : "", StrideClass::None, ""};
    tally.add(step);
    if (unary->getType()->isPointerType())
      forgetLoaded();
    setStep(operand, step, tally);
    auto before = valueOf(operand);
    auto one = casesOf(unary->isIncrementOp() ? 1 : -1);
    assign(operand, before ? arithmetic().sum(*before, one) : before, unary);
    return;
  }
  if (unary->getOpcode() == UO_Deref)
    return countPlace(unary, Use::Address, tally);
  if (unary->getOpcode() == UO_Not)
    tally.add({OperationKind::IntegerOther, "", StrideClass::None, ""});
  countExpression(operand, tally);
}

/// `condition ? yes : no`.
void OperationCounter::countChoice(const Expr *condition, const Expr *yes, const Expr *no,
                                   Tally &tally) {
  countExpression(condition, tally);
  auto truth = withoutVarying(truthOf(condition));
  for (int value : {1, 0}) {
    Tally part;
    Mark since = mark();
    LoadedElements before = loaded();
    countExpression(value ? yes : no, part);
    keepLoaded(before);
    if (truth)
      restrict(part, whereItIs(*truth, value), since, condition);
    else
      makePossible(part, since);
    if (!truth && !part.groups().empty())
      doubt(CountLabel::Bounded, condition, "the condition depends on data");
    tally.merge(std::move(part));
  }
}

void OperationCounter::countExpression(const Expr *expression, Tally &tally) {
  if (!expression ||
      isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, LambdaExpr, TypeTraitExpr>(expression))
    return;
  if (expression->containsErrors() || expression->isTypeDependent())
    return doubt(CountLabel::Measured, expression, "Clang cannot read an expression");
  if (isConstantNumber(expression, context_.ast) && !expression->HasSideEffects(context_.ast))
    return;
  if (auto *cast = dyn_cast<CastExpr>(expression)) {
    if (cast->getCastKind() == CK_LValueToRValue)
      return countPlace(cast->getSubExpr(), Use::Load, tally);
    return countExpression(cast->getSubExpr(), tally);
  }
  if (auto *binary = dyn_cast<BinaryOperator>(expression))
    return countBinary(binary, tally);
  if (auto *unary = dyn_cast<UnaryOperator>(expression))
    return countUnary(unary, tally);
  if (auto *choice = dyn_cast<ConditionalOperator>(expression))
    return countChoice(choice->getCond(), choice->getTrueExpr(), choice->getFalseExpr(), tally);
  if (isa<ArraySubscriptExpr, MemberExpr>(expression) && expression->isGLValue())
    return countPlace(expression, Use::Address, tally);
  if (auto *call = dyn_cast<CallExpr>(expression))
    return countCall(call, tally);
  if (auto *construction = dyn_cast<CXXConstructExpr>(expression))
    return countConstruction(construction, tally);
  if (auto *argument = dyn_cast<CXXDefaultArgExpr>(expression))
    return countExpression(argument->getExpr(), tally);
  if (auto *block = dyn_cast<StmtExpr>(expression)) {
    walk(block->getSubStmt(), tally);
    return;
  }
  if (isa<AtomicExpr, CXXNewExpr, CXXDeleteExpr>(expression))
    forgetLoaded();
  if (isa<CXXNewExpr>(expression))
    addCall("operator new", tally);
  if (isa<CXXDeleteExpr>(expression))
    addCall("operator delete", tally);
  for (const Stmt *child : expression->children())
    if (auto *part = dyn_cast_or_null<Expr>(child))
      countExpression(part, tally);
}

} // namespace tare
