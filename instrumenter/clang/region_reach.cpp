// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/region_reach.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <algorithm>

namespace tare {

using namespace clang;

namespace {

bool makesTeam(const Stmt *statement) {
  auto *directive = dyn_cast<OMPExecutableDirective>(statement);
  if (!directive)
    return false;
  OpenMPDirectiveKind kind = directive->getDirectiveKind();
  return isOpenMPParallelDirective(kind) || isOpenMPTeamsDirective(kind) ||
         isOpenMPTargetExecutionDirective(kind);
}

/// One declaration for all of a function's; of an instantiation, the template's.
const FunctionDecl *oneOf(const FunctionDecl *function) {
  const FunctionDecl *pattern = function->getTemplateInstantiationPattern();
  return (pattern ? pattern : function)->getCanonicalDecl();
}

using Asked = llvm::function_ref<bool(const FunctionDecl *)>;

bool isAsked(const Decl *declaration, Asked asked) {
  auto *function = dyn_cast_or_null<FunctionDecl>(declaration);
  return function && asked(oneOf(function));
}

/// Asks about the functions that an expression names itself, also where templates leave a choice.
bool namesAsked(const Stmt *statement, Asked asked) {
  if (auto *reference = dyn_cast<DeclRefExpr>(statement))
    return isAsked(reference->getDecl(), asked);
  if (auto *member = dyn_cast<MemberExpr>(statement))
    return isAsked(member->getMemberDecl(), asked);
  if (auto *construction = dyn_cast<CXXConstructExpr>(statement))
    return isAsked(construction->getConstructor(), asked);
  auto *choice = dyn_cast<OverloadExpr>(statement);
  return choice && std::any_of(choice->decls_begin(), choice->decls_end(), [&](NamedDecl *one) {
           return isAsked(one->getUnderlyingDecl()->getAsFunction(), asked);
         });
}

/// True when a region is in it, or `asked` says so of a function that it names.
bool search(const Stmt *statement, Asked asked) {
  if (!statement)
    return false;
  if (makesTeam(statement) || namesAsked(statement, asked))
    return true;
  if (auto *lambda = dyn_cast<LambdaExpr>(statement))
    return search(lambda->getBody(), asked);
  if (auto *directive = dyn_cast<OMPExecutableDirective>(statement))
    return directive->hasAssociatedStmt() && search(directive->getRawStmt(), asked);
  auto children = statement->children();
  return std::any_of(children.begin(), children.end(),
                     [&](const Stmt *child) { return search(child, asked); });
}

} // namespace

/// From those that hold a region back to whoever names them.
RegionReach::RegionReach(const std::vector<const FunctionDecl *> &functions) {
  llvm::DenseMap<const FunctionDecl *, std::vector<const FunctionDecl *>> named_by;
  std::vector<const FunctionDecl *> fresh;
  for (const FunctionDecl *function : functions) {
    const FunctionDecl *one = oneOf(function);
    auto note = [&](const FunctionDecl *named) {
      named_by[named].push_back(one);
      return false;
    };
    if (search(function->getBody(), note))
      fresh.push_back(one);
  }
  while (!fresh.empty()) {
    const FunctionDecl *function = fresh.back();
    fresh.pop_back();
    if (!leading_.insert(function).second)
      continue;
    auto found = named_by.find(function);
    if (found != named_by.end())
      fresh.insert(fresh.end(), found->second.begin(), found->second.end());
  }
}

bool RegionReach::leads(const Stmt *statement) const {
  return search(statement, [this](const FunctionDecl *named) { return leading_.contains(named); });
}

} // namespace tare
