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
#include <set>

namespace tare {

using namespace clang;

namespace {

bool isLockRoutine(StringRef name) {
  static constexpr StringRef routines[] = {"omp_set_lock",        "omp_unset_lock",
                                           "omp_test_lock",       "omp_set_nest_lock",
                                           "omp_unset_nest_lock", "omp_test_nest_lock"};
  return llvm::is_contained(routines, name);
}

/// The name that is called, in templates also a name that is not bound yet. Empty for members,
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
    noteLock(name.str(), callee, scope);
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

/// Whether a function is the user's. Builtins may be declared anywhere, and are not.
bool Walker::isUsers(const FunctionDecl *function) const {
  auto at = extent_.offset(function->getLocation());
  return at && !function->getBuiltinID() && request_.files.isUser(*at);
}

/// Appends the functions of the user's that are called in a statement, in the order of the text.
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

/// The name of a call. A function may be called with results of the user's functions, which may
/// take the time: "printf, sum". Whole trees have nodes for those calls.
std::string Walker::namesOfCall(const CallExpr *call) const {
  constexpr size_t most = 4;
  const FunctionDecl *callee = call->getDirectCallee();
  std::vector<std::string> names = {qualifiedName(callee)};
  if (!builder_.wholeTree())
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

/// Adds a call to a whole tree. In a table it only uses up its ordinal.
int Walker::addCall(const CallExpr *call, const Scope &scope) {
  auto span = extent_.tokens(call->getBeginLoc(), call->getEndLoc());
  if (!span)
    return scope.node;
  bool is_told = builder_.wholeTree() || scope.shared_loop >= 0;
  std::string callee = is_told ? qualifiedName(call->getDirectCallee()) : "";
  if (!builder_.wholeTree() && scope.shared_loop >= 0)
    unit_.tree.nodes[size_t(scope.shared_loop)].code.calls += hashBytes(callee);
  return builder_.add(NodeKind::Call, *span, scope.node, callee, false, scope.hidden);
}

/// Notes a call of a function of the user's whose body was read.
void Walker::noteCall(const FunctionDecl *callee, const Scope &scope) {
  const FunctionDecl *defined = nullptr;
  if (!callee->isDefined(defined))
    defined = callee->getTemplateInstantiationPattern();
  if (builder_.wholeTree() || !defined || defined->hasSkippedBody())
    return;
  auto at = extent_.offset(defined->getLocation());
  if (at && request_.files.isUser(*at))
    calls_.add(scope.node, qualifiedName(defined), scope.hidden);
}

/// Notes a call of a function that takes a lock of the C library (glibc 2.36: random.c, drand48.c,
/// stdio's stream locks, tzset.c, setenv.c).
void Walker::noteLock(const std::string &name, const FunctionDecl *callee, const Scope &scope) {
  static const std::set<std::string> names = {
      "rand",  "srand",   "random", "srandom", "drand48",   "lrand48", "mrand48", "printf",
      "puts",  "putchar", "fputc",  "fputs",   "fprintf",   "fwrite",  "fread",   "fgets",
      "fgetc", "getc",    "getchar", "scanf",  "fscanf",    "vprintf", "vfprintf", "setenv",
      "mktime", "localtime", "localtime_r", "strftime"};
  if (builder_.wholeTree() || scope.node < 0 || names.count(name) == 0 || isUsers(callee))
    return;
  std::string &told = unit_.tree.nodes[size_t(scope.node)].locking_calls;
  if ((", " + told + ",").find(", " + name + ",") != std::string::npos)
    return;
  told += (told.empty() ? "" : ", ") + name;
}

void Walker::addSerialCall(const std::string &callee, const Scope &scope) {
  Construct construct;
  construct.kind = NodeKind::Call;
  construct.name = callee;
  construct.serial = true;
  auto *branch = dyn_cast<IfStmt>(scope.call_statement);
  if (branch)
    bracketCondition(branch, scope, construct);
  else
    bracketStatement(scope.call_statement, scope, construct);
  int index = addConstruct(std::move(construct), scope, callee, true);
  int node = unit_.constructs[size_t(index)].node;
  unit_.tree.nodes[size_t(node)].serial = true;
  if (!builder_.wholeTree()) // there its statement has them
    hashNode(node, branch ? scope.serial_call : scope.call_statement);
}

/// Whether a call in it is a construct.
bool Walker::visitCondition(const IfStmt *branch, const Scope &scope) {
  size_t before = unit_.constructs.size();
  visit(branch->getInit(), scope);
  visit(branch->getConditionVariableDeclStmt(), scope);
  visit(branch->getCond(), scope);
  return std::any_of(unit_.constructs.begin() + long(before), unit_.constructs.end(),
                     [](const Construct &construct) { return !construct.then_part.empty(); });
}

void Walker::bracketStatement(const Stmt *statement, const Scope &scope, Construct &call) {
  Jumps jumps = jumps_.of(statement);
  auto span = extent_.span(statement);
  call.declares = makesForBlock(statement, scope.block, context_.getLangOpts());
  call.whole = span.value_or(Span{});
  call.may_leave = jumps.exit || exceptionLeaves(statement, scope);
  call.forbidden = jumps.entry                   ? jumps.entry
                   : call.declares && jumps.exit ? jumps.exit
                   : span                        ? ""
                                                 : end_unknown;
}

/// The condition ends where either branch begins. Control may enter a branch past that place,
/// through a label; then there are no probes.
void Walker::bracketCondition(const IfStmt *branch, const Scope &scope, Construct &call) {
  const Stmt *const head[] = {branch->getInit(), branch->getConditionVariableDeclStmt(),
                              branch->getCond()};
  const char *jump = nullptr;
  for (const Stmt *part : head) {
    Jumps jumps = jumps_.of(part);
    jump = jump ? jump : jumps.entry ? jumps.entry : jumps.exit;
    call.may_leave |= exceptionLeaves(part, scope);
  }
  if (!jump && call.may_leave)
    jump = jumps_.of(branch).entry;
  if (!jump && makesForOutside(branch, context_.getLangOpts()))
    jump = "a compound literal in it";
  auto whole = extent_.tokens(branch->getBeginLoc(), branch->getRParenLoc());
  auto then_part = extent_.span(branch->getThen());
  auto else_part = branch->getElse() ? extent_.span(branch->getElse()) : Span{};
  bool known = whole && then_part && else_part;
  call.forbidden = jump ? jump : known ? "" : end_unknown;
  call.whole = whole.value_or(Span{});
  if (!known)
    return;
  call.then_part = *then_part;
  call.else_part = *else_part;
}

/// Whether a statement calls functions of the user's that this unit only declares.
bool Walker::callsElsewhere(const Stmt *statement) {
  if (!statement || isa<LambdaExpr, OMPExecutableDirective>(statement))
    return false;
  auto *call = dyn_cast<CallExpr>(statement);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (callee && !callee->isDefined() && isUsers(callee))
    return true;
  return calling_elsewhere_.of(statement, [&] {
    return llvm::any_of(statement->children(),
                        [this](const Stmt *child) { return callsElsewhere(child); });
  });
}

void Walker::addLockCall(const std::string &routine, const CallExpr *call, const Scope &scope) {
  Construct construct;
  construct.kind = NodeKind::Lock;
  construct.name = routine;
  construct.forbidden = scope.forbidden;
  auto span = extent_.tokens(call->getBeginLoc(), call->getRParenLoc());
  if (!span)
    return;
  construct.whole = *span;
  addConstruct(std::move(construct), scope, routine, true);
}

/// A lock routine that is named without a call. Calls through its address cannot be seen.
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
