// SPDX-License-Identifier: Apache-2.0
// Values of whole-number expressions as formulas, by cases. No overflow is assumed, as for signed
// numbers in C.
#include "instrumenter/clang/loop_header.h"
#include "instrumenter/counting/counter.h"

namespace tare {

using namespace clang;
using symbolic::casesOf;

std::optional<OperationCounter::Polynomial>
OperationCounter::single(const std::optional<Cases> &cases) {
  if (!cases || cases->size() != 1 || !cases->front().where.empty())
    return std::nullopt;
  return cases->front().value;
}

std::optional<OperationCounter::Cases>
OperationCounter::withoutVarying(std::optional<Cases> cases) const {
  if (cases)
    for (const symbolic::Piece &piece : *cases) {
      bool varies = isVarying(piece.value, context_);
      for (const Polynomial &condition : piece.where)
        varies = varies || isVarying(condition, context_);
      if (varies || !piece.value.known())
        return std::nullopt;
    }
  return cases;
}

namespace {

bool hasValue(const Expr *expression) {
  return expression && !expression->isValueDependent() && !expression->isTypeDependent() &&
         !expression->containsErrors();
}

/// The conversion of a number to a type that may not hold it.
bool changesValue(const CastExpr *cast) {
  return cast->getCastKind() == CK_IntegralToBoolean ||
         cast->getCastKind() == CK_FloatingToIntegral;
}

const EnumConstantDecl *enumerator(const Expr *expression) {
  auto *use = dyn_cast<DeclRefExpr>(expression);
  return use ? dyn_cast<EnumConstantDecl>(use->getDecl()) : nullptr;
}

} // namespace

/// A number as such. If it consists of named constants, counts are for their values from then on.
/// Nothing: it is none.
std::optional<int64_t> OperationCounter::numberOf(const Expr *expression) {
  std::optional<Polynomial> value = single(valueOf(expression));
  if (!value) {
    Expr::EvalResult result;
    if (hasValue(expression) && expression->getType()->isIntegralOrEnumerationType() &&
        expression->EvaluateAsInt(result, context_.ast) &&
        result.Val.getInt().isRepresentableByInt64())
      return result.Val.getInt().getExtValue();
    return std::nullopt;
  }
  symbolic::Rational number = evaluated(*value, [&](Variable variable) {
    auto symbol = context_.symbols.all().find(symbolic::nameOf(variable));
    return symbol != context_.symbols.all().end() && symbol->second.value
               ? symbolic::Rational(*symbol->second.value)
               : symbolic::Rational::unknown();
  });
  if (!number.isWhole())
    return std::nullopt;
  for (Variable variable : symbolsOf(symbolic::Formula(*value)))
    context_.symbols.fix(symbolic::nameOf(variable));
  return int64_t(number.numerator());
}

/// Literals, and what a macro or an enumerator stands for.
std::optional<OperationCounter::Cases> OperationCounter::constantOf(const Expr *expression) {
  Expr::EvalResult result;
  if (!expression->EvaluateAsInt(result, context_.ast) ||
      !result.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  int64_t value = result.Val.getInt().getExtValue();
  if (auto macro = context_.macroValue(expression, value))
    return casesOf(*macro);
  const Expr *plain = plainExpr(expression);
  if (plain != expression)
    if (auto macro = context_.macroValue(plain, value))
      return casesOf(*macro);
  if (const EnumConstantDecl *constant = enumerator(plain)) {
    CountedSymbol symbol{constant->getName().str(),
                         SymbolKind::Constant,
                         context_.place(constant->getLocation()),
                         value,
                         "",
                         false};
    return casesOf(Polynomial::of(
        context_.symbols.symbol("enumerator " + std::to_string(uintptr_t(constant)), symbol)));
  }
  bool is_number = isa<IntegerLiteral, CharacterLiteral, CXXBoolLiteralExpr,
                       UnaryExprOrTypeTraitExpr, SubstNonTypeTemplateParmExpr>(plain);
  return is_number ? std::optional(casesOf(value)) : std::nullopt;
}

std::optional<OperationCounter::Cases> OperationCounter::valueOf(const Expr *expression) {
  if (!hasValue(expression) ||
      !expression->getType().getNonReferenceType()->isIntegralOrEnumerationType())
    return std::nullopt;
  if (auto constant = constantOf(expression))
    return constant;
  const Expr *plain = expression;
  for (const CastExpr *cast = nullptr; plain; plain = cast->getSubExpr()) {
    plain = plain->IgnoreParens();
    if (auto *full = dyn_cast<FullExpr>(plain))
      plain = full->getSubExpr()->IgnoreParens();
    cast = dyn_cast<CastExpr>(plain);
    if (!cast)
      break;
    if (cast->getCastKind() == CK_IntegralToBoolean)
      return truthOf(cast->getSubExpr());
    if (changesValue(cast) ||
        !cast->getSubExpr()->getType().getNonReferenceType()->isIntegralOrEnumerationType())
      return std::nullopt;
    if (auto constant = constantOf(cast->getSubExpr()))
      return constant;
  }
  plain = plainExpr(plain);
  if (auto *binary = dyn_cast<BinaryOperator>(plain))
    return valueOfBinary(binary);
  if (auto *unary = dyn_cast<UnaryOperator>(plain))
    return valueOfUnary(unary);
  if (auto *call = dyn_cast<CallExpr>(plain))
    return valueOfCall(call);
  if (auto *choice = dyn_cast<ConditionalOperator>(plain)) {
    auto condition = truthOf(choice->getCond());
    auto yes = valueOf(choice->getTrueExpr()), no = valueOf(choice->getFalseExpr());
    if (condition && yes && no)
      return arithmetic().choice(*condition, *yes, *no);
    return std::nullopt;
  }
  auto place = environment_.placeOf(plain);
  return place ? environment_.read(*place) : std::nullopt;
}

std::optional<OperationCounter::Cases> OperationCounter::truthOf(const Expr *expression) {
  auto value = valueOf(expression);
  return value ? arithmetic().truth(*value) : value;
}

std::optional<OperationCounter::Cases> OperationCounter::valueOfUnary(const UnaryOperator *unary) {
  if (unary->isIncrementDecrementOp() || unary->getOpcode() == UO_Deref)
    return std::nullopt;
  if (unary->getOpcode() == UO_LNot) {
    auto condition = truthOf(unary->getSubExpr());
    return condition ? arithmetic().negation(*condition) : condition;
  }
  auto value = valueOf(unary->getSubExpr());
  if (value && unary->getOpcode() == UO_Minus)
    return arithmetic().difference(casesOf(0), *value);
  return unary->getOpcode() == UO_Plus ? value : std::nullopt;
}

std::optional<OperationCounter::Cases>
OperationCounter::valueOfBinary(const BinaryOperator *binary) {
  BinaryOperatorKind code = binary->getOpcode();
  if (code == BO_Comma)
    return valueOf(binary->getRHS());
  if (code == BO_LAnd || code == BO_LOr) {
    auto left = truthOf(binary->getLHS()), right = truthOf(binary->getRHS());
    if (!left || !right)
      return std::nullopt;
    if (code == BO_LAnd)
      return arithmetic().conjunction(*left, *right);
    return arithmetic().choice(*left, casesOf(1), *right);
  }
  auto left = valueOf(binary->getLHS()), right = valueOf(binary->getRHS());
  if (!left || !right)
    return std::nullopt;
  auto negated = [&](std::optional<Cases> value) {
    return value ? arithmetic().negation(*value) : value;
  };
  auto number = [&] { return numberOf(binary->getRHS()); };
  auto divisor = [&]() -> std::optional<Polynomial> {
    auto constant = number();
    return constant ? std::optional(Polynomial(*constant)) : single(right);
  };
  switch (code) {
  case BO_Add:
    return arithmetic().sum(*left, *right);
  case BO_Sub:
    return arithmetic().difference(*left, *right);
  case BO_Mul:
    return arithmetic().product(*left, *right);
  case BO_Div:
    return divisor() ? arithmetic().quotient(*left, *divisor()) : std::nullopt;
  case BO_Rem:
    return divisor() ? arithmetic().remainder(*left, *divisor()) : std::nullopt;
  case BO_Shl:
    if (auto by = number(); by && *by >= 0 && *by < 62)
      return arithmetic().product(*left, casesOf(int64_t(1) << *by));
    return std::nullopt;
  case BO_LT:
    return arithmetic().isLess(*left, *right);
  case BO_GT:
    return arithmetic().isLess(*right, *left);
  case BO_GE:
    return negated(arithmetic().isLess(*left, *right));
  case BO_LE:
    return negated(arithmetic().isLess(*right, *left));
  case BO_EQ:
    return arithmetic().isEqual(*left, *right);
  case BO_NE:
    return negated(arithmetic().isEqual(*left, *right));
  default:
    break;
  }
  auto by = code == BO_Shr ? number() : std::nullopt;
  if (by && *by >= 0 && *by < 62 && left->size() == 1) {
    Cases halved = *left; // downwards, for negative numbers too
    halved[0].value = floorOf(halved[0].value, int64_t(1) << *by);
    return halved;
  }
  return std::nullopt;
}

std::optional<OperationCounter::Cases> OperationCounter::valueOfCall(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee || !callee->getIdentifier())
    return std::nullopt;
  llvm::StringRef name = callee->getName();
  if (name == "omp_get_num_threads" || name == "omp_get_max_threads")
    return casesOf(context_.threads());
  if (auto *member = dyn_cast<CXXMemberCallExpr>(call)) {
    if ((name != "size" && name != "length") || !member->getImplicitObjectArgument())
      return std::nullopt;
    auto place = environment_.sizeOf(member->getImplicitObjectArgument());
    return place ? environment_.read(*place) : std::nullopt;
  }
  if (callee->isInStdNamespace() && call->getNumArgs() == 2 && (name == "min" || name == "max")) {
    auto left = valueOf(call->getArg(0)), right = valueOf(call->getArg(1));
    if (left && right)
      return name == "min" ? arithmetic().minimum(*left, *right)
                           : arithmetic().maximum(*left, *right);
    return std::nullopt;
  }
  if ((name == "abs" || name == "labs") && call->getNumArgs() == 1) {
    auto value = valueOf(call->getArg(0));
    auto minus = value ? arithmetic().difference(casesOf(0), *value) : value;
    return minus ? arithmetic().maximum(*value, *minus) : minus;
  }
  // A function that only returns an expression of its parameters.
  const FunctionDecl *defined = nullptr;
  auto *block = dyn_cast_or_null<CompoundStmt>(readableBody(callee, &defined));
  auto *result = block && block->size() == 1 ? dyn_cast<ReturnStmt>(block->body_front()) : nullptr;
  if (!result || isa<CXXMethodDecl>(callee) || callers_.size() > 8 ||
      defined->getNumParams() != call->getNumArgs())
    return std::nullopt;
  Environment before = environment_;
  for (unsigned i = 0; i < call->getNumArgs(); ++i) {
    const ParmVarDecl *parameter = defined->getParamDecl(i);
    ValuePlace place{{parameter->getCanonicalDecl()},
                     parameter->getName().str(),
                     parameter,
                     parameter->getType()};
    environment_.write(place, valueOf(call->getArg(i)), context_.place(call), depth() + 1);
  }
  callers_.push_back(defined);
  auto value = valueOf(result->getRetValue());
  callers_.pop_back();
  environment_ = before;
  return value;
}

} // namespace tare
