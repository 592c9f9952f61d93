// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/region_reach.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

#include <algorithm>
#include <utility>

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

/// One declaration that stands for all of a function's. For an instantiation it is the template's.
const FunctionDecl *oneOf(const FunctionDecl *function) {
  const FunctionDecl *pattern = function->getTemplateInstantiationPattern();
  return (pattern ? pattern : function)->getCanonicalDecl();
}

const FunctionDecl *functionOf(const Decl *declaration) {
  auto *function = dyn_cast_or_null<FunctionDecl>(declaration);
  return function ? oneOf(function) : nullptr;
}

} // namespace

void RegionReach::tellByName(DeclarationName name, bool in_region, Told told) const {
  auto found = by_name_.find(name);
  if (found != by_name_.end())
    for (const FunctionDecl *function : found->second)
      told({function, in_region, true});
}

/// Reports the functions that an expression names, also all that a template may choose from.
void RegionReach::tellNames(const Stmt *statement, bool in_region, Told told) const {
  const FunctionDecl *one = nullptr;
  if (auto *reference = dyn_cast<DeclRefExpr>(statement))
    one = functionOf(reference->getDecl());
  else if (auto *member = dyn_cast<MemberExpr>(statement))
    one = functionOf(member->getMemberDecl());
  else if (auto *construction = dyn_cast<CXXConstructExpr>(statement))
    one = functionOf(construction->getConstructor());
  else if (auto *member = dyn_cast<CXXDependentScopeMemberExpr>(statement))
    tellByName(member->getMember(), in_region, told);
  else if (auto *reference = dyn_cast<DependentScopeDeclRefExpr>(statement))
    tellByName(reference->getDeclName(), in_region, told);
  else if (auto *choice = dyn_cast<OverloadExpr>(statement))
    for (const NamedDecl *named : choice->decls())
      if (const FunctionDecl *function = functionOf(named->getUnderlyingDecl()->getAsFunction()))
        told({function, in_region, false});
  if (one)
    told({one, in_region, false});
}

/// Reports all functions that a statement names. True when a region is in it.
bool RegionReach::read(const Stmt *statement, bool in_region, Told told) const {
  if (!statement)
    return false;
  tellNames(statement, in_region, told);
  if (auto *lambda = dyn_cast<LambdaExpr>(statement))
    return read(lambda->getBody(), in_region, told);
  if (auto *directive = dyn_cast<OMPExecutableDirective>(statement)) {
    bool team = makesTeam(directive);
    const Stmt *body = directive->hasAssociatedStmt() ? directive->getRawStmt() : nullptr;
    return read(body, in_region || team, told) || team;
  }
  bool holds = false;
  for (const Stmt *child : statement->children())
    holds = read(child, in_region, told) || holds;
  return holds;
}

RegionReach::RegionReach(const std::vector<const FunctionDecl *> &functions) {
  for (const FunctionDecl *function : functions)
    by_name_[function->getDeclName()].push_back(oneOf(function));
  Graph graph;
  Functions holding;
  for (const FunctionDecl *function : functions) {
    const FunctionDecl *one = oneOf(function);
    Edges edges;
    auto note = [&](const Named &named) {
      (named.is_guess ? edges.guessed : edges.named).push_back(named.function);
      (named.in_region ? edges.in_region : edges.outside).push_back(named.function);
    };
    if (read(function->getBody(), false, note))
      holding.push_back(one);
    graph[one] = std::move(edges);
  }
  findLeading(graph, std::move(holding));
  findCalled(graph);
  findRecursive(graph);
}

/// Finds all functions that lead to a region, from those that hold one back to their callers.
void RegionReach::findLeading(const Graph &graph, Functions fresh) {
  llvm::DenseMap<const FunctionDecl *, std::vector<const FunctionDecl *>> named_by;
  for (const auto &[function, edges] : graph)
    for (const FunctionDecl *named : edges.named)
      named_by[named].push_back(function);
  while (!fresh.empty()) {
    const FunctionDecl *function = fresh.pop_back_val();
    if (!leading_.insert(function).second)
      continue;
    auto found = named_by.find(function);
    if (found != named_by.end())
      fresh.append(found->second.begin(), found->second.end());
  }
}

/// Finds all functions that are called in regions, from those that a region names.
void RegionReach::findCalled(const Graph &graph) {
  std::vector<std::pair<const FunctionDecl *, const FunctionDecl *>> fresh; // called, by whose
  for (const auto &[function, edges] : graph)
    for (const FunctionDecl *named : edges.in_region)
      fresh.emplace_back(named, function);
  while (!fresh.empty()) {
    auto [called, by] = fresh.back();
    fresh.pop_back();
    Functions &known = called_by_regions_of_[called];
    if (known.size() == 2 || llvm::is_contained(known, by))
      continue;
    known.push_back(by);
    auto found = graph.find(called);
    if (found == graph.end())
      continue;
    for (const auto *names : {&found->second.named, &found->second.guessed})
      for (const FunctionDecl *named : *names)
        fresh.emplace_back(named, by);
  }
}

/// Finds functions that only their own regions call, and that also call themselves outside of
/// these.
void RegionReach::findRecursive(const Graph &graph) {
  for (const auto &[function, edges] : graph) {
    auto by = called_by_regions_of_.find(function);
    if (by == called_by_regions_of_.end() || by->second.size() != 1 || by->second[0] != function)
      continue;
    std::vector<const FunctionDecl *> fresh = edges.outside;
    llvm::DenseSet<const FunctionDecl *> seen;
    while (!fresh.empty()) {
      const FunctionDecl *called = fresh.back();
      fresh.pop_back();
      if (!seen.insert(called).second)
        continue;
      auto found = graph.find(called);
      if (called == function || found == graph.end())
        continue;
      for (const auto *names : {&found->second.named, &found->second.guessed})
        fresh.insert(fresh.end(), names->begin(), names->end());
    }
    if (seen.contains(function))
      recursive_.insert(function);
  }
}

bool RegionReach::leads(const Stmt *statement) const {
  if (!statement)
    return false;
  return known_.of(statement, [&] {
    bool named = false;
    tellNames(statement, false, [&](const Named &one) {
      named = named || (!one.is_guess && leading_.contains(one.function));
    });
    if (auto *lambda = dyn_cast<LambdaExpr>(statement))
      return named || leads(lambda->getBody());
    if (auto *directive = dyn_cast<OMPExecutableDirective>(statement))
      return makesTeam(directive) ||
             (directive->hasAssociatedStmt() && leads(directive->getRawStmt()));
    return named ||
           llvm::any_of(statement->children(), [this](const Stmt *child) { return leads(child); });
  });
}

bool RegionReach::isCalledInRegion(const FunctionDecl *function) const {
  const FunctionDecl *one = oneOf(function);
  auto found = called_by_regions_of_.find(one);
  return found != called_by_regions_of_.end() &&
         (recursive_.contains(one) ||
          llvm::any_of(found->second, [one](const FunctionDecl *by) { return by != one; }));
}

} // namespace tare
