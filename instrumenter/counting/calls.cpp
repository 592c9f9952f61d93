// SPDX-License-Identifier: Apache-2.0
// Calls: a function of this unit is gone through with what it is given; others count as calls.
#include "instrumenter/clang/loop_header.h"
#include "instrumenter/clang/names.h"
#include "instrumenter/counting/counter.h"
#include "instrumenter/counting/type_names.h"

#include "clang/AST/DeclCXX.h"

#include <algorithm>

namespace tare {

using namespace clang;

namespace {

constexpr size_t deepest_call = 16;

/// Functions of the libraries of C and C++, of OpenMP, and of the compiler: known by name, so that
/// their calls are enough.
bool isLibraryFunction(const FunctionDecl *function) {
  if (function->getBuiltinID() != 0 || function->isInStdNamespace())
    return true;
  for (const DeclContext *context = function->getDeclContext(); context;
       context = context->getParent())
    if (context->isStdNamespace())
      return true;
  return function->getIdentifier() && function->getName().starts_with("omp_");
}

/// "sqrt" for sqrt, sqrtf, std::sqrt and the builtins; empty for others.
bool isSquareRoot(const FunctionDecl *function) {
  if (!function->getIdentifier())
    return false;
  llvm::StringRef name = function->getName();
  name.consume_front("__builtin_");
  return name == "sqrt" || name == "sqrtf" || name == "sqrtl";
}

/// To memory that a program sees: sin, exp.
bool storesNothing(const FunctionDecl *function) {
  if (function->hasAttr<ConstAttr>() || function->hasAttr<PureAttr>())
    return true;
  return function->getBuiltinID() != 0 && !function->getReturnType()->isVoidType() &&
         std::ranges::none_of(function->parameters(), [](const ParmVarDecl *parameter) {
           return parameter->getType()->isAnyPointerType();
         });
}

} // namespace

void OperationCounter::addCall(const std::string &name, Tally &tally) {
  tally.add({OperationKind::Call, "", StrideClass::None, name});
}

void OperationCounter::countCall(const CallExpr *call, Tally &tally) {
  const FunctionDecl *callee = call->getDirectCallee();
  const Expr *object = nullptr;
  std::vector<const Expr *> arguments(call->arg_begin(), call->arg_end());
  if (auto *member = dyn_cast<CXXMemberCallExpr>(call)) {
    object = member->getImplicitObjectArgument();
  } else if (isa<CXXOperatorCallExpr>(call) && isa_and_nonnull<CXXMethodDecl>(callee)) {
    object = arguments.front();
    arguments.erase(arguments.begin());
  }
  if (auto *subscript = dyn_cast<CXXOperatorCallExpr>(call);
      subscript && subscript->getOperator() == OO_Subscript && !readableBody(callee))
    return countPlace(call, Use::Address, tally);
  for (const Expr *argument : arguments)
    countExpression(argument, tally);
  if (object)
    countExpression(object, tally);
  if (!callee) {
    countExpression(call->getCallee(), tally);
    forgetLoaded();
    doubt(CountLabel::Measured, call,
          "a function is called by a pointer: what it does is not in here");
    return addCall("(pointer)", tally);
  }
  auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (isa<CXXMemberCallExpr>(call) && method && method->isVirtual() &&
      !method->hasAttr<FinalAttr>() && !isa<CXXThisExpr>(plainExpr(object)) &&
      !object->getType()->isRecordType()) {
    forgetLoaded();
    doubt(CountLabel::Measured, call, "a virtual function is called: what it does is not in here");
    return addCall(qualifiedName(callee), tally);
  }
  if (!isSquareRoot(callee))
    return enter(callee, arguments, object, call, tally);
  Operation root{OperationKind::Sqrt, typeName(call->getType()), StrideClass::None, ""};
  tally.add(root);
  noteCall(call, arguments, root);
}

void OperationCounter::countConstruction(const CXXConstructExpr *construction, Tally &tally) {
  std::vector<const Expr *> arguments(construction->getArgs(),
                                      construction->getArgs() + construction->getNumArgs());
  for (const Expr *argument : arguments)
    countExpression(argument, tally);
  const CXXConstructorDecl *constructor = construction->getConstructor();
  if (constructor->isTrivial() || constructor->isDefaulted() || constructor->isImplicit())
    return;
  if (readableBody(constructor))
    for (const CXXCtorInitializer *initializer : constructor->inits())
      if (initializer->isWritten() && arguments.empty())
        countExpression(initializer->getInit(), tally);
  enter(constructor, arguments, nullptr, construction, tally);
}

/// What a call does, without its arguments.
void OperationCounter::enter(const FunctionDecl *callee, llvm::ArrayRef<const Expr *> arguments,
                             const Expr *object, const Stmt *call, Tally &tally) {
  if (callee->isImplicit() || callee->isDefaulted() || callee->isTrivial())
    return; // copies members, as an assignment does
  const FunctionDecl *defined = nullptr;
  const Stmt *body = readableBody(callee, &defined);
  std::string name = qualifiedName(callee);
  noteCall(call, arguments, {OperationKind::Call, "", StrideClass::None, name});
  if (!storesNothing(callee))
    forgetLoaded();
  if (!body) {
    addCall(name, tally);
    if (!isLibraryFunction(callee))
      doubt(CountLabel::Measured, call,
            name + " is defined elsewhere: what it does is not in here");
    return;
  }
  bool recursive = std::ranges::find(callers_, defined) != callers_.end();
  if (recursive || callers_.size() >= deepest_call || steps_ > most_steps) {
    addCall(name, tally);
    doubt(CountLabel::Measured, call,
          name + (recursive ? " calls itself: what that call does is not in here"
                            : " is called too deep to follow: what it does is not in "
                              "here"));
    return;
  }
  if (context_.ast.getSourceManager().isInSystemHeader(defined->getLocation()))
    return addCall(name, tally);
  Environment before = environment_;
  AssignedSet escaped;
  AssignedVariables::addEscaped(body, escaped);
  std::string where = context_.place(call);
  std::vector<std::pair<ValuePlace, std::optional<Cases>>> values;
  std::vector<std::pair<const ParmVarDecl *, std::optional<PointerValue>>> pointers;
  for (unsigned i = 0; i < defined->getNumParams() && i < arguments.size(); ++i) {
    const ParmVarDecl *parameter = defined->getParamDecl(i);
    QualType type = parameter->getType();
    if (!parameter->getIdentifier())
      continue;
    if (type->isReferenceType())
      environment_.bindReference(parameter, environment_.placeOf(arguments[i]));
    else if (type->isPointerType())
      pointers.emplace_back(parameter, pointerValue(arguments[i]));
    else
      values.emplace_back(
          ValuePlace{{parameter->getCanonicalDecl()}, parameter->getName().str(), parameter, type},
          valueOf(arguments[i]));
  }
  if (object)
    environment_.setThis(environment_.placeOf(object));
  else if (isa<CXXConstructorDecl>(defined))
    environment_.setThis(std::nullopt);
  for (unsigned i = 0; i < defined->getNumParams() && i < arguments.size(); ++i)
    if (defined->getParamDecl(i)->getIdentifier())
      passInFlow(defined->getParamDecl(i), arguments[i], tally);
  for (auto &[place, value] : values)
    environment_.write(place, value, where, depth() + 1);
  for (auto &[parameter, value] : pointers) {
    environment_.bindPointer(parameter, value);
    bound_in_[parameter->getCanonicalDecl()] = depth();
  }
  environment_.addEscaped(escaped);
  callers_.push_back(defined);
  bool returned = std::exchange(returned_in_loop_, false);
  ValuePaths returned_paths = std::exchange(returned_paths_, {});
  unsigned bound = std::exchange(bound_loops_, 0);
  size_t frames = std::exchange(caller_frames_, frames_.size());
  walk(body, tally);
  caller_frames_ = frames;
  bound_loops_ = bound;
  returned_in_loop_ = returned;
  call_paths_[call] = std::exchange(returned_paths_, std::move(returned_paths));
  callers_.pop_back();
  environment_ = before;
  forgetLoaded();
  environment_.forget(context_.assigned.by(defined), where, depth());
}

} // namespace tare
