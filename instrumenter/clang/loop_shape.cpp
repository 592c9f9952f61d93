// SPDX-License-Identifier: Apache-2.0
// A compiler can vectorise a loop whose body is straight code after inlining. A counter whose
// address is known elsewhere prevents that, and so does a rare call. So only bodies that cannot be
// vectorised anyway get a probe: they hold a loop that stays a loop (inner_loop), or a call that
// stays a call. In doubt (templates, bodies that were not read) a body is taken for straight code.
#include "instrumenter/clang/loop_shape.h"

#include "instrumenter/clang/inner_loop.h"
#include "instrumenter/clang/loop_header.h"
#include "instrumenter/text/body_filter.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/Builtins.h"

namespace tare {

using namespace clang;

namespace {

constexpr int deepest = 8;                // of calls that are followed
constexpr uint64_t fewest_operations = 3; // of a loop's iteration

const Stmt *withoutWrapper(const Stmt *nest) {
  auto *canonical = dyn_cast_or_null<OMPCanonicalLoop>(nest);
  return canonical ? canonical->getLoopStmt() : nest;
}

const ValueDecl *countedVariable(const Stmt *loop) {
  auto *counted = dyn_cast_or_null<ForStmt>(loop);
  return counted ? loopStart(counted).variable : nullptr;
}

/// Whether samples can carry the variable's value. An iterator has none, and a pointer's differs
/// from run to run.
bool isPlainInteger(const ValueDecl *variable) {
  QualType type = variable->getType();
  return !type->isDependentType() && type->isIntegralOrEnumerationType();
}

/// Whether a loop between the outermost one and the body has a variable of the same name.
bool isHidden(const ValueDecl *variable, const Stmt *statement, const Stmt *body) {
  if (!statement || statement == body)
    return false;
  const ValueDecl *own = countedVariable(statement);
  if (own && own != variable && own->getDeclName() == variable->getDeclName())
    return true;
  return llvm::any_of(statement->children(),
                      [&](const Stmt *child) { return isHidden(variable, child, body); });
}

/// LoopShape::variable.
std::string indexVariable(const Stmt *nest, const Stmt *body) {
  const ValueDecl *variable = countedVariable(nest);
  if (!variable || !variable->getIdentifier() || !isPlainInteger(variable) ||
      isHidden(variable, nest, body))
    return {};
  return variable->getName().str();
}

/// Whether a `continue` of the loop itself stands in its body.
bool continuesInside(const Stmt *statement) {
  if (!statement || isa<LambdaExpr>(statement) || isLoop(statement))
    return false;
  if (isa<ContinueStmt>(statement))
    return true;
  if (auto *directive = dyn_cast<OMPExecutableDirective>(statement))
    return directive->hasAssociatedStmt() && continuesInside(directive->getRawStmt());
  return llvm::any_of(statement->children(), continuesInside);
}

/// Functions of the library that compilers turn into instructions, or of which they have a vector
/// form.
bool isArithmetic(const FunctionDecl *function, const ASTContext &context) {
  unsigned builtin = function->getBuiltinID();
  if (builtin == 0)
    return function->hasAttr<ConstAttr>() || function->hasAttr<OMPDeclareSimdDeclAttr>();
  const Builtin::Context &known = context.BuiltinInfo;
  return !known.isPredefinedLibFunction(builtin) || known.isConst(builtin) ||
         known.isConstWithoutErrnoAndExceptions(builtin) || known.isConstWithoutExceptions(builtin);
}

} // namespace

LoopShape LoopShapes::of(const Stmt *nest, const Stmt *body) {
  return {indexVariable(withoutWrapper(nest), body), !holdsWork(body), continuesInside(body)};
}

/// Whether a body cannot be vectorised anyway.
bool LoopShapes::holdsWork(const Stmt *statement) {
  if (!statement || isa<LambdaExpr>(statement))
    return false;
  if (isa<OMPExecutableDirective, AsmStmt, CXXNewExpr, CXXDeleteExpr, CXXThrowExpr>(statement))
    return true;
  if (isLoop(statement) && staysLoop(statement, context_, by_gcc_))
    return true;
  if (isa<CallExpr, CXXConstructExpr>(statement) && calls(statement))
    return true;
  return llvm::any_of(statement->children(), [&](const Stmt *child) { return holdsWork(child); });
}

/// Whether a call stays a call. A virtual function is never inlined here.
bool LoopShapes::calls(const Stmt *call) {
  if (auto *constructed = dyn_cast<CXXConstructExpr>(call))
    return entersWork(constructed->getConstructor());
  auto *expression = cast<CallExpr>(call);
  const FunctionDecl *callee = expression->getDirectCallee();
  if (!callee) // a pointer to a function, or a template's choice that is not made yet
    return !expression->isTypeDependent() && !expression->getCallee()->isTypeDependent() &&
           !isa<CXXPseudoDestructorExpr>(expression->getCallee());
  auto *member = dyn_cast<CXXMethodDecl>(callee);
  if (isa<CXXMemberCallExpr>(expression) && member && member->isVirtual() &&
      !member->hasAttr<FinalAttr>())
    return true;
  return entersWork(callee);
}

/// Whether a function is called, and not inlined, or holds work itself.
bool LoopShapes::entersWork(const FunctionDecl *function) {
  auto known = known_.find(function->getCanonicalDecl());
  if (known != known_.end())
    return known->second;
  if (function->isNoReturn() || isArithmetic(function, context_))
    return false;
  if (function->hasAttr<NoInlineAttr>())
    return true;
  if (depth_ == deepest)
    return false;
  known_[function->getCanonicalDecl()] = true; // met again inside itself: it stays a call
  ++depth_;
  bool works = bodyHoldsWork(function);
  --depth_;
  return known_[function->getCanonicalDecl()] = works;
}

/// Judges a body that was not read by its text. Calls are followed by name only: functions of
/// namespaces and classes are not found, and are taken for straight code.
bool LoopShapes::textHoldsWork(Span body) {
  if (body.empty())
    return false;
  std::optional<uint64_t> trips = tripsByText(text_, body);
  if (!trips || *trips > most_unrolled / fewest_operations)
    return true;
  for (std::string_view name : calledNames(text_, body)) {
    IdentifierInfo &word = context_.Idents.get(llvm::StringRef(name.data(), name.size()));
    for (const NamedDecl *found : context_.getTranslationUnitDecl()->lookup(&word))
      if (auto *function = dyn_cast<FunctionDecl>(found); function && entersWork(function))
        return true;
  }
  return false;
}

bool LoopShapes::bodyHoldsWork(const FunctionDecl *function) {
  const FunctionDecl *defined = nullptr;
  if (!function->isDefined(defined))
    defined = function->getTemplateInstantiationPattern();
  if (!defined) // elsewhere; what the compiler makes itself is straight code
    return !function->isImplicit() && !function->isDefaulted() && !function->isTrivial();
  if (const FunctionDecl *pattern = defined->getTemplateInstantiationPattern())
    defined = pattern;
  if (defined->hasSkippedBody())
    return textHoldsWork(skipped_body_(defined));
  if (!defined->doesThisDeclarationHaveABody())
    return false;
  return holdsWork(defined->getBody());
}

} // namespace tare
