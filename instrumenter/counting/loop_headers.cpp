// SPDX-License-Identifier: Apache-2.0
// Headers of `for` loops that count: which counter, to which bound, in which steps.
#include "instrumenter/clang/loop_header.h"
#include "instrumenter/counting/counter.h"

namespace tare {

using namespace clang;

/// `i++`, `i -= 2`, `i = i + s`, alone or as one of several expressions.
void OperationCounter::readStep(const Expr *increment, LoopHeader &header) {
  const Expr *plain = plainExpr(increment);
  if (auto *comma = dyn_cast_or_null<BinaryOperator>(plain);
      comma && comma->getOpcode() == BO_Comma) {
    readStep(comma->getLHS(), header);
    if (!header.problem.empty()) {
      header.problem.clear();
      readStep(comma->getRHS(), header);
    }
    return;
  }
  header.problem = "its step is not one that counts";
  const ValueDecl *target = nullptr;
  const Expr *by = nullptr;
  bool down = false;
  if (Step one = unitStep(plain); one.target) {
    target = variableOf(one.target);
    header.step = 1;
    down = one.by < 0;
  } else if (auto *assignment = dyn_cast_or_null<BinaryOperator>(plain)) {
    target = variableOf(assignment->getLHS());
    BinaryOperatorKind code = assignment->getOpcode();
    auto *sum = dyn_cast<BinaryOperator>(plainExpr(assignment->getRHS()));
    if (code == BO_AddAssign || code == BO_SubAssign) {
      by = assignment->getRHS();
      down = code == BO_SubAssign;
    } else if (code == BO_Assign && sum && sum->isAdditiveOp()) {
      bool first = variableOf(sum->getLHS()) == target;
      if (!first && (variableOf(sum->getRHS()) != target || sum->getOpcode() == BO_Sub))
        return;
      by = first ? sum->getRHS() : sum->getLHS();
      down = sum->getOpcode() == BO_Sub;
    }
    if (!by)
      return;
  }
  if (!target || (header.counter && header.counter != target) ||
      !target->getType()->isIntegralOrEnumerationType())
    return;
  if (by) {
    if (auto number = numberOf(by)) {
      if (*number == 0)
        return;
      down = down != (*number < 0);
      header.step = Polynomial(*number < 0 ? -*number : *number);
    } else if (auto value = single(valueOf(by)); value && !isVarying(*value, context_)) {
      header.step = *value;
    } else {
      return;
    }
  }
  header.counter = target;
  header.down = down;
  header.problem.clear();
}

/// `counter < bound`, or that and another one, or that and something else.
void OperationCounter::readCondition(const Expr *condition, LoopHeader &header) {
  auto *binary = dyn_cast_or_null<BinaryOperator>(plainExpr(condition));
  header.problem = "its condition does not compare its counter with a bound";
  if (!binary)
    return;
  if (binary->getOpcode() == BO_LAnd) {
    readCondition(binary->getLHS(), header);
    bool left = header.problem.empty();
    readCondition(binary->getRHS(), header);
    header.may_end_early = header.may_end_early || !left || !header.problem.empty();
    if (left)
      header.problem.clear();
    return;
  }
  if (!binary->isRelationalOp() && binary->getOpcode() != BO_NE)
    return;
  bool swapped = variableOf(binary->getRHS()) == header.counter;
  if (!swapped && variableOf(binary->getLHS()) != header.counter)
    return;
  BinaryOperatorKind order = binary->getOpcode();
  if (swapped && order != BO_NE)
    order = BinaryOperator::reverseComparisonOp(order);
  bool up = order == BO_LT || order == BO_LE;
  if (order == BO_NE ? header.step != Polynomial(1) : up == header.down)
    return;
  header.bounds.push_back(
      {swapped ? binary->getLHS() : binary->getRHS(), order == BO_LE || order == BO_GE});
  header.problem.clear();
}

OperationCounter::LoopHeader OperationCounter::headerOf(const ForStmt *loop) {
  LoopHeader header;
  if (!loop->getCond() || !loop->getInc() || loop->getConditionVariable()) {
    header.problem = "it has no condition or no step";
    return header;
  }
  readStep(loop->getInc(), header);
  if (header.problem.empty())
    readCondition(loop->getCond(), header);
  return header;
}

} // namespace tare
