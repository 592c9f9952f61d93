// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/counting/assigned.h"

#include "instrumenter/clang/loop_header.h"
#include "instrumenter/counting/parts.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

namespace tare {

using namespace clang;

const Stmt *readableBody(const FunctionDecl *function, const FunctionDecl **defined) {
  const FunctionDecl *with_body = nullptr;
  if (!function || !function->isDefined(with_body) || with_body->hasSkippedBody() ||
      with_body->isDefaulted() || with_body->isDependentContext())
    return nullptr;
  const Stmt *body = with_body->getBody();
  if (defined)
    *defined = with_body;
  return body && !isa<CoroutineBodyStmt>(body) ? body : nullptr;
}

bool keepsSize(const FunctionDecl *method) {
  if (auto *member = dyn_cast<CXXMethodDecl>(method); member && member->isConst())
    return true;
  if (method->getOverloadedOperator() == OO_Subscript)
    return true;
  if (!method->getIdentifier())
    return false;
  llvm::StringRef name = method->getName();
  return name == "at" || name == "data" || name == "begin" || name == "end" || name == "front" ||
         name == "back";
}

namespace {

/// The variable or field that an expression names.
const ValueDecl *namedBy(const Expr *expression) {
  const Expr *plain = plainExpr(expression);
  if (auto *member = dyn_cast_or_null<MemberExpr>(plain))
    return member->getMemberDecl();
  if (auto *use = dyn_cast_or_null<DeclRefExpr>(plain))
    return use->getDecl();
  return nullptr;
}

bool takesReference(const FunctionDecl *function, unsigned argument) {
  if (argument >= function->getNumParams())
    return false;
  QualType type = function->getParamDecl(argument)->getType();
  return type->isReferenceType() && !type.getNonReferenceType().isConstQualified();
}

} // namespace

void AssignedVariables::note(const Expr *target, AssignedSet &into) {
  const Expr *plain = plainExpr(target);
  if (auto *choice = dyn_cast_or_null<ConditionalOperator>(plain)) {
    note(choice->getTrueExpr(), into);
    note(choice->getFalseExpr(), into);
  } else if (const ValueDecl *named = namedBy(target)) {
    into.insert(named->getCanonicalDecl());
  }
}

void AssignedVariables::collectCall(const Stmt *call, AssignedSet &into) {
  const FunctionDecl *callee = nullptr;
  if (auto *construction = dyn_cast<CXXConstructExpr>(call)) {
    callee = construction->getConstructor();
    for (unsigned i = 0; i < construction->getNumArgs(); ++i)
      if (takesReference(callee, i))
        note(construction->getArg(i), into);
  } else {
    auto *expression = cast<CallExpr>(call);
    callee = expression->getDirectCallee();
    unsigned shift = 0; // the object of an operator is an argument, and no parameter
    if (auto *member = dyn_cast<CXXMemberCallExpr>(expression)) {
      if (callee && !keepsSize(callee) && member->getImplicitObjectArgument())
        note(member->getImplicitObjectArgument(), into);
    } else if (isa<CXXOperatorCallExpr>(expression) && isa_and_nonnull<CXXMethodDecl>(callee)) {
      shift = 1;
      if (!keepsSize(callee))
        note(expression->getArg(0), into);
    }
    for (unsigned i = shift; callee && i < expression->getNumArgs(); ++i)
      if (takesReference(callee, i - shift))
        note(expression->getArg(i), into);
  }
  if (callee && readableBody(callee)) {
    const AssignedSet &inside = by(callee);
    into.insert(inside.begin(), inside.end());
  }
}

void AssignedVariables::collect(const Stmt *statement, AssignedSet &into) {
  if (!statement)
    return;
  if (auto *binary = dyn_cast<BinaryOperator>(statement); binary && binary->isAssignmentOp())
    note(binary->getLHS(), into);
  auto *unary = dyn_cast<UnaryOperator>(statement);
  if (unary && (unary->isIncrementDecrementOp() || unary->getOpcode() == UO_AddrOf))
    note(unary->getSubExpr(), into);
  if (isa<CallExpr, CXXConstructExpr>(statement))
    collectCall(statement, into);
  forEachPart(statement, [&](const Stmt *part) { collect(part, into); });
}

AssignedSet AssignedVariables::in(const Stmt *statement) {
  AssignedSet set;
  collect(statement, set);
  return set;
}

const AssignedSet &AssignedVariables::by(const FunctionDecl *function) {
  const FunctionDecl *defined = nullptr;
  const Stmt *body = readableBody(function, &defined);
  auto [found, is_new] = known_.try_emplace(function->getCanonicalDecl());
  if (!is_new || !body)
    return found->second; // of a recursion: what is known so far
  AssignedSet all, visible;
  collect(body, all);
  for (const Decl *each : all) {
    auto *variable = dyn_cast<VarDecl>(each);
    if (!variable || variable->hasGlobalStorage())
      visible.insert(each);
  }
  return known_[function->getCanonicalDecl()] = visible;
}

void AssignedVariables::addEscaped(const Stmt *body, AssignedSet &escaped) {
  if (!body)
    return;
  auto escape = [&](const Expr *expression) {
    auto *unary = dyn_cast_or_null<UnaryOperator>(plainExpr(expression));
    if (unary && unary->getOpcode() == UO_AddrOf)
      note(unary->getSubExpr(), escaped);
  };
  if (auto *binary = dyn_cast<BinaryOperator>(body); binary && binary->isAssignmentOp())
    escape(binary->getRHS());
  if (auto *declarations = dyn_cast<DeclStmt>(body))
    for (const Decl *each : declarations->decls())
      if (auto *variable = dyn_cast<VarDecl>(each); variable && variable->hasInit()) {
        QualType type = variable->getType();
        if (type->isReferenceType() && !type.getNonReferenceType().isConstQualified())
          note(variable->getInit(), escaped);
        escape(variable->getInit());
      }
  if (auto *list = dyn_cast<InitListExpr>(body))
    for (const Expr *each : list->inits())
      escape(each);
  forEachPart(body, [&](const Stmt *part) { addEscaped(part, escaped); });
}

} // namespace tare
