// SPDX-License-Identifier: Apache-2.0
// The walk's part for calls: OpenMP's lock routines are nodes of their own.
#include "base/text.h"
#include "instrumenter/clang/jumps.h"
#include "instrumenter/clang/names.h"
#include "instrumenter/clang/serial_code.h"
#include "instrumenter/clang/walker.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

#include <algorithm>

namespace tare {

using namespace clang;

namespace {

bool isLockRoutine(StringRef name) {
  static constexpr StringRef routines[] = {"omp_set_lock",        "omp_unset_lock",
                                           "omp_test_lock",       "omp_set_nest_lock",
                                           "omp_unset_nest_lock", "omp_test_nest_lock"};
  return std::find(std::begin(routines), std::end(routines), name) != std::end(routines);
}

/// The name that is called, in templates too, where it may not be bound yet; empty for members,
/// operators and function pointers.
StringRef calledName(const CallExpr *call) {
  const Expr *callee = call->getCallee()->IgnoreParenImpCasts();
  DeclarationName name;
  if (auto *reference = dyn_cast<DeclRefExpr>(callee))
    name = reference->getNameInfo().getName();
  else if (auto *lookup = dyn_cast<UnresolvedLookupExpr>(callee))
    name = lookup->getName();
  const IdentifierInfo *identifier = name ? name.getAsIdentifierInfo() : nullptr;
  return identifier ? identifier->getName() : StringRef();
}

} // namespace

void Walker::visitCall(const CallExpr *call, const Scope &scope) {
  Scope inside = scope;
  StringRef name = calledName(call);
  const FunctionDecl *callee = call->getDirectCallee();
  bool is_statement = scope.serial_call == call;
  if (isLockRoutine(name))
    addLockCall(name.str(), call, scope);
  else if (callee && is_statement)
    addSerialCall(namesOfCall(call), scope);
  else if (callee && !isa<CXXOperatorCallExpr>(call)) {
    inside.enter(addCall(call, scope));
    noteCall(callee, scope);
  }
  if (scope.region >= 0 && name == "omp_get_thread_num") {
    int node = unit_.constructs[size_t(scope.region)].node;
    unit_.tree.nodes[size_t(node)].uses_thread_num = true;
  }
  if (!isa<DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts()))
    visit(call->getCallee(), inside);
  for (const Expr *argument : call->arguments())
    visit(argument, inside);
}

/// Of the user's; builtins may be declared anywhere.
bool Walker::isUsers(const FunctionDecl *function) const {
  auto at = extent_.offset(function->getLocation());
  return at && !function->getBuiltinID() && request_.places.isUser(*at);
}

/// Functions of the user's that are called in it, in the order of the text.
void Walker::tellUsersCalls(const Stmt *statement, std::vector<std::string> &names) const {
  if (!statement || isa<LambdaExpr, UnaryExprOrTypeTraitExpr, OMPExecutableDirective>(statement))
    return;
  auto *call = dyn_cast<CallExpr>(statement);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (callee && callee->getIdentifier() && isUsers(callee))
    if (std::string name = qualifiedName(callee); std::ranges::find(names, name) == names.end())
      names.push_back(std::move(name));
  for (const Stmt *child : statement->children())
    tellUsersCalls(child, names);
}

/// Where a library's function is called with what the user's functions return, the time may be
/// theirs: "printf, sum". Whole trees have nodes for those.
std::string Walker::namesOfCall(const CallExpr *call) const {
  constexpr size_t most = 4;
  const FunctionDecl *callee = call->getDirectCallee();
  std::vector<std::string> names = {qualifiedName(callee)};
  if (!builder_.wholeTree() && !isUsers(callee))
    for (const Expr *argument : call->arguments())
      tellUsersCalls(argument, names);
  names.resize(std::min(names.size(), most));
  return joinText(names, ", ");
}

void Walker::visitConstruction(const CXXConstructExpr *construction, const Scope &scope) {
  if (scope.serial_call == construction)
    addSerialCall(qualifiedName(construction->getConstructor()), scope);
  visitChildren(construction, scope);
}

/// Only whole trees hold it; it uses up its ordinal in any.
int Walker::addCall(const CallExpr *call, const Scope &scope) {
  auto first = extent_.offset(call->getBeginLoc());
  auto last = extent_.tokenEnd(call->getEndLoc());
  if (!first || !last || *first >= *last)
    return scope.node;
  bool is_told = builder_.wholeTree() || scope.shared_loop >= 0;
  std::string callee = is_told ? qualifiedName(call->getDirectCallee()) : "";
  if (!builder_.wholeTree() && scope.shared_loop >= 0)
    unit_.tree.nodes[size_t(scope.shared_loop)].code.calls += hashBytes(callee);
  return builder_.add(NodeKind::Call, {*first, *last}, scope.node, callee, false, scope.hidden);
}

/// Of a function of the user's whose body was read.
void Walker::noteCall(const FunctionDecl *callee, const Scope &scope) {
  const FunctionDecl *defined = nullptr;
  if (!callee->isDefined(defined))
    defined = callee->getTemplateInstantiationPattern();
  if (builder_.wholeTree() || !defined || defined->hasSkippedBody())
    return;
  auto at = extent_.offset(defined->getLocation());
  if (at && request_.places.isUser(*at))
    calls_.add(scope.node, qualifiedName(defined), scope.hidden);
}

void Walker::addSerialCall(const std::string &callee, const Scope &scope) {
  Construct construct;
  construct.kind = NodeKind::Call;
  construct.name = callee;
  construct.serial = true;
  construct.declares = makesForBlock(scope.call_statement, scope.block, context_.getLangOpts());
  Jumps jumps = jumpsOf(scope.call_statement);
  auto span = extent_.span(scope.call_statement);
  construct.whole = span.value_or(Span{});
  construct.may_leave = jumps.exit || exceptionLeaves(scope.call_statement, scope);
  construct.forbidden = jumps.entry                        ? jumps.entry
                        : construct.declares && jumps.exit ? jumps.exit
                        : span                             ? ""
                                                           : "its end cannot be found in the text";
  int index = addConstruct(std::move(construct), scope, callee, true);
  int node = unit_.constructs[size_t(index)].node;
  unit_.tree.nodes[size_t(node)].serial = true;
  if (!builder_.wholeTree()) // there its statement has them
    hashNode(node, scope.call_statement);
}

/// Calls functions of the user's that this unit only declares.
bool Walker::callsElsewhere(const Stmt *statement) const {
  if (!statement || isa<LambdaExpr, OMPExecutableDirective>(statement))
    return false;
  auto *call = dyn_cast<CallExpr>(statement);
  if (const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr) {
    if (!callee->isDefined() && isUsers(callee))
      return true;
  }
  auto children = statement->children();
  return std::any_of(children.begin(), children.end(),
                     [this](const Stmt *child) { return callsElsewhere(child); });
}

void Walker::addLockCall(const std::string &routine, const CallExpr *call, const Scope &scope) {
  Construct construct;
  construct.kind = NodeKind::Lock;
  construct.name = routine;
  construct.forbidden = scope.forbidden;
  auto first = extent_.offset(call->getBeginLoc());
  auto last = extent_.tokenEnd(call->getRParenLoc());
  if (first && last && *first < *last)
    construct.whole = {*first, *last};
  else
    return;
  addConstruct(std::move(construct), scope, routine, true);
}

/// What is not called by name cannot be seen where it is called.
void Walker::visitReference(const DeclRefExpr *reference, const Scope &scope) {
  const IdentifierInfo *name = reference->getNameInfo().getName().getAsIdentifierInfo();
  if (!name || !isa<FunctionDecl>(reference->getDecl()) || !isLockRoutine(name->getName()))
    return;
  auto at = extent_.offset(reference->getLocation());
  if (!at)
    return;
  Construct construct;
  construct.kind = NodeKind::Lock;
  construct.name = name->getName().str();
  construct.whole = {*at, *at + uint32_t(name->getLength())};
  construct.forbidden = "its address is taken, so its calls cannot be seen";
  addConstruct(std::move(construct), scope, name->getName().str(), true);
}

} // namespace tare
