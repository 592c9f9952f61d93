// SPDX-License-Identifier: Apache-2.0
// The part of BodyHasher for expressions, types and names.
#include "instrumenter/clang/body_hash.h"
#include "instrumenter/clang/loop_header.h"
#include "instrumenter/nodes/stem.h"

#include "llvm/ADT/STLExtras.h"

namespace tare {

using namespace clang;

namespace {

/// Deeper expressions are generated ones; they count by their class only.
constexpr int depth_limit = 1000;

/// assert() after preprocessing: its arguments are the spelling of the condition, file and line.
bool reportsPlace(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  const IdentifierInfo *name = callee ? callee->getIdentifier() : nullptr;
  constexpr StringRef reporters[] = {"__assert_fail",        "__assert",
                                     "__assert_rtn",         "__assert_func",
                                     "__assert_perror_fail", "__glibcxx_assert_fail",
                                     "_wassert"};
  return name && llvm::is_contained(reporters, name->getName());
}

struct Depth {
  int &count;
  explicit Depth(int &depth) : count(depth) { ++count; }
  ~Depth() { --count; }
};

} // namespace

BodyHasher::Pair BodyHasher::child(const Stmt *child, Numbers &numbers, bool discarded) {
  if (!child)
    return Parts("none").value();
  auto *value = dyn_cast<Expr>(child);
  return value ? expression(value, numbers, discarded) : block(child);
}

BodyHasher::Pair BodyHasher::expression(const Expr *expression, Numbers &numbers, bool discarded) {
  expression = plainExpr(expression);
  Depth depth(depth_);
  Parts parts(expression->getStmtClassName());
  if (depth_ > depth_limit)
    return parts.value();
  if (Step step = discarded ? unitStep(expression) : Step{}; step.target) {
    Parts stepping(step.by > 0 ? "increment" : "decrement");
    stepping.add(child(step.target, numbers));
    return stepping.value();
  }
  if (auto *inner = dyn_cast<LambdaExpr>(expression))
    return lambda(inner);
  if (auto *binary = dyn_cast<BinaryOperator>(expression); binary && binary->isAssignmentOp())
    return assignment(binary, numbers);
  addDetails(expression, parts, numbers);
  auto *call = dyn_cast<CallExpr>(expression);
  if (call && reportsPlace(call)) {
    parts.add(child(call->getCallee(), numbers));
    return parts.value();
  }
  auto *comma = dyn_cast<BinaryOperator>(expression);
  bool unused = discarded && comma && comma->getOpcode() == BO_Comma;
  for (const Stmt *inner : expression->children())
    parts.add(child(inner, numbers, unused));
  return parts.value();
}

/// `x = x + y`, `x = y + x` and `x += y` are one.
BodyHasher::Pair BodyHasher::assignment(const BinaryOperator *assignment, Numbers &numbers) {
  Parts parts("assignment");
  Pair target = child(assignment->getLHS(), numbers);
  parts.add(target);
  if (assignment->isCompoundAssignmentOp()) {
    parts.add(uint64_t(BinaryOperator::getOpForCompoundAssignment(assignment->getOpcode())));
    parts.add(child(assignment->getRHS(), numbers));
    return parts.value();
  }
  auto *value = dyn_cast<BinaryOperator>(plainExpr(assignment->getRHS()));
  if (value && (value->isAdditiveOp() || value->isMultiplicativeOp() || value->isBitwiseOp() ||
                value->isShiftOp())) {
    bool swaps = value->getOpcode() == BO_Add || value->getOpcode() == BO_Mul;
    Numbers scratch = numbers;
    const Expr *rest = nullptr;
    if (child(value->getLHS(), scratch).exact == target.exact)
      rest = value->getRHS();
    else if (swaps && child(value->getRHS(), scratch).exact == target.exact)
      rest = value->getLHS();
    if (rest) {
      parts.add(uint64_t(value->getOpcode()));
      parts.add(child(rest, numbers));
      return parts.value();
    }
  }
  parts.addText("value");
  parts.add(child(assignment->getRHS(), numbers));
  return parts.value();
}

BodyHasher::Pair BodyHasher::lambda(const LambdaExpr *lambda) {
  Parts parts("lambda");
  Numbers numbers;
  for (const ParmVarDecl *parameter : lambda->getCallOperator()->parameters()) {
    addType(parameter->getType(), parts, numbers);
    addVariable(parameter, parameter->getName(), parts, numbers);
  }
  parts.add(block(lambda->getBody()));
  return parts.value();
}

void BodyHasher::addDetails(const Expr *expression, Parts &parts, Numbers &numbers) {
  if (auto *binary = dyn_cast<BinaryOperator>(expression))
    parts.add(uint64_t(binary->getOpcode()));
  else if (auto *unary = dyn_cast<UnaryOperator>(expression))
    parts.add(uint64_t(unary->getOpcode()));
  else if (auto *operation = dyn_cast<CXXOperatorCallExpr>(expression))
    parts.add(uint64_t(operation->getOperator()));
  else if (!addLiteral(expression, parts) && !addTypes(expression, parts, numbers))
    addNames(expression, parts, numbers);
}

bool BodyHasher::addLiteral(const Expr *expression, Parts &parts) {
  if (auto *integer = dyn_cast<IntegerLiteral>(expression))
    parts.add(integer->getValue().getLimitedValue());
  else if (auto *character = dyn_cast<CharacterLiteral>(expression))
    parts.add(character->getValue());
  else if (auto *floating = dyn_cast<FloatingLiteral>(expression))
    parts.add(floating->getValue().bitcastToAPInt().getLimitedValue());
  else if (auto *text = dyn_cast<StringLiteral>(expression))
    parts.addText(text->getBytes());
  else if (auto *truth = dyn_cast<CXXBoolLiteralExpr>(expression))
    parts.add(truth->getValue());
  else
    return false;
  return true;
}

bool BodyHasher::addTypes(const Expr *expression, Parts &parts, Numbers &numbers) {
  if (auto *cast = dyn_cast<ExplicitCastExpr>(expression)) {
    addType(cast->getTypeAsWritten(), parts, numbers);
  } else if (auto *size = dyn_cast<UnaryExprOrTypeTraitExpr>(expression)) {
    parts.add(uint64_t(size->getKind()));
    if (size->isArgumentType())
      addType(size->getArgumentType(), parts, numbers);
  } else if (auto *allocation = dyn_cast<CXXNewExpr>(expression)) {
    addType(allocation->getAllocatedType(), parts, numbers);
  } else if (auto *compound = dyn_cast<CompoundLiteralExpr>(expression)) {
    addType(compound->getTypeSourceInfo()->getType(), parts, numbers);
  } else if (auto *offset = dyn_cast<OffsetOfExpr>(expression)) {
    addType(offset->getTypeSourceInfo()->getType(), parts, numbers);
  } else if (isa<CXXConstructExpr, CXXUnresolvedConstructExpr, VAArgExpr>(expression)) {
    addType(expression->getType(), parts, numbers);
  } else {
    return false;
  }
  return true;
}

bool BodyHasher::addNames(const Expr *expression, Parts &parts, Numbers &numbers) {
  if (auto *use = dyn_cast<DeclRefExpr>(expression)) {
    addDecl(use->getDecl(), parts, numbers);
    addArguments(use->template_arguments(), parts, numbers);
  } else if (auto *member = dyn_cast<MemberExpr>(expression)) {
    addName(member->getMemberDecl()->getDeclName(), parts);
    addArguments(member->template_arguments(), parts, numbers);
  } else if (auto *overloads = dyn_cast<OverloadExpr>(expression)) {
    addName(overloads->getName(), parts);
    addArguments(overloads->template_arguments(), parts, numbers);
  } else if (auto *dependent = dyn_cast<CXXDependentScopeMemberExpr>(expression)) {
    addName(dependent->getMember(), parts);
  } else if (auto *scoped = dyn_cast<DependentScopeDeclRefExpr>(expression)) {
    addName(scoped->getDeclName(), parts);
  } else {
    return false;
  }
  return true;
}

/// Functions and enumerators keep their names in the shape, which variables do not. Only stems of
/// names count there: fib_par may stand for fib_seq.
void BodyHasher::addDecl(const ValueDecl *decl, Parts &parts, Numbers &numbers) {
  const IdentifierInfo *identifier = decl->getIdentifier();
  if (!isa<FunctionDecl>(decl)) {
    if (isa<EnumConstantDecl>(decl))
      return addName(decl->getDeclName(), parts);
    return addVariable(decl, identifier ? identifier->getName() : "", parts, numbers);
  }
  if (identifier && identifier->getName() == self_) {
    parts.exact.addText(self_);
    parts.shape.addText("itself");
    return;
  }
  std::string name = identifier ? identifier->getName().str() : decl->getNameAsString();
  parts.exact.addText(name);
  parts.shape.addText(stemOf(name));
}

void BodyHasher::addVariable(const Decl *decl, llvm::StringRef name, Parts &parts,
                             Numbers &numbers) {
  parts.exact.addText({name.data(), name.size()});
  size_t number = 0;
  while (number < numbers.size() && numbers[number] != decl)
    ++number;
  if (number == numbers.size())
    numbers.push_back(decl);
  parts.shape.add(number);
}

void BodyHasher::addName(DeclarationName name, Parts &parts) {
  if (const IdentifierInfo *identifier = name.getAsIdentifierInfo())
    parts.addText(identifier->getName());
  else
    parts.addText(name.getAsString());
}

void BodyHasher::addArguments(llvm::ArrayRef<TemplateArgumentLoc> arguments, Parts &parts,
                              Numbers &numbers) {
  for (const TemplateArgumentLoc &written : arguments) {
    const TemplateArgument &argument = written.getArgument();
    if (argument.getKind() == TemplateArgument::Type)
      addType(argument.getAsType(), parts, numbers);
    else if (argument.getKind() == TemplateArgument::Expression)
      parts.add(child(argument.getAsExpr(), numbers));
    else
      parts.add(uint64_t(argument.getKind()));
  }
}

/// As written, but for arrays: their sizes are code.
void BodyHasher::addType(QualType type, Parts &parts, Numbers &numbers) {
  if (auto *array = dyn_cast_or_null<ArrayType>(type.getTypePtrOrNull())) {
    if (auto *constant = dyn_cast<ConstantArrayType>(array))
      parts.add(constant->getSize().getLimitedValue());
    else if (auto *variable = dyn_cast<VariableArrayType>(array))
      parts.add(child(variable->getSizeExpr(), numbers));
    else if (auto *dependent = dyn_cast<DependentSizedArrayType>(array))
      parts.add(child(dependent->getSizeExpr(), numbers));
    return addType(array->getElementType(), parts, numbers);
  }
  auto [entry, is_new] = types_.try_emplace(type.getAsOpaquePtr(), 0);
  if (is_new)
    entry->second = hashBytes(type.isNull() ? "" : type.getAsString(policy_));
  parts.add(entry->second);
}

} // namespace tare
