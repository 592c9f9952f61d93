// SPDX-License-Identifier: Apache-2.0
// Finds the functions of the user's files; templates as patterns, once for all instantiations.
#include "instrumenter/clang/collect.h"

#include "instrumenter/clang/names.h"
#include "instrumenter/clang/region_reach.h"
#include "instrumenter/clang/walker.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace tare {

using namespace clang;

namespace {

/// Lists what may hold statements: functions, and variables and fields with an initialiser.
class Finder : public RecursiveASTVisitor<Finder> {
  using Base = RecursiveASTVisitor<Finder>;

public:
  Finder(ASTContext &context, UserFiles &files)
      : sources_(context.getSourceManager()), files_(files) {}

  std::vector<const Decl *> find(Decl *inside) {
    TraverseDecl(inside);
    return std::move(found_);
  }

  /// Enters only declarations of the user's files, and namespaces, which any file may open.
  bool TraverseDecl(Decl *declaration) {
    if (!declaration)
      return true;
    bool container = isa<TranslationUnitDecl, NamespaceDecl, LinkageSpecDecl>(declaration);
    // A template without `template` (auto parameters) begins nowhere.
    SourceLocation begin = declaration->getBeginLoc();
    bool enter = container || isUser(begin.isValid() ? begin : declaration->getLocation());
    return enter ? Base::TraverseDecl(declaration) : true;
  }

  /// Statements are the Walker's.
  bool TraverseStmt(Stmt *) { return true; }

  bool VisitFunctionDecl(FunctionDecl *function) {
    if (!function->isImplicit() && !function->isDefaulted())
      found_.push_back(function);
    return true;
  }

  /// Lambdas in initialisers outside functions. Of a template its text, not what it was used for.
  bool VisitVarDecl(VarDecl *variable) {
    bool is_text = !isTemplateInstantiation(variable->getTemplateSpecializationKind());
    if (is_text && variable->isFileVarDecl() && variable->hasInit() &&
        variable->isThisDeclarationADefinition())
      found_.push_back(variable);
    return true;
  }

  bool VisitFieldDecl(FieldDecl *field) {
    if (field->hasInClassInitializer() && field->getInClassInitializer())
      found_.push_back(field);
    return true;
  }

private:
  bool isUser(SourceLocation location) {
    auto [file, offset] = sources_.getDecomposedLoc(sources_.getFileLoc(location));
    return file == sources_.getMainFileID() && files_.isUser(uint32_t(offset));
  }

  SourceManager &sources_;
  UserFiles &files_;
  std::vector<const Decl *> found_;
};

/// The functions through which calls can be followed. Empty if the unit has no region.
std::vector<const FunctionDecl *> withBodies(const std::vector<const Decl *> &found,
                                             const CollectRequest &request) {
  std::vector<const FunctionDecl *> functions;
  if (request.callers && std::ranges::any_of(request.pragmas, mayMakeTeam))
    for (const Decl *declaration : found)
      if (auto *function = dyn_cast<FunctionDecl>(declaration);
          function && function->doesThisDeclarationHaveABody() && !function->hasSkippedBody())
        functions.push_back(function);
  return functions;
}

/// Walks all functions that were found, and then accounts for the pragmas.
class Collector {
public:
  Collector(ASTContext &context, const CollectRequest &request, ParsedUnit &unit)
      : finder_(context, request.files), found_(finder_.find(context.getTranslationUnitDecl())),
        reach_(withBodies(found_, request)), walker_(context, request, reach_, unit) {}

  void collect() {
    walkAll(found_);
    walker_.accountForPragmas();
  }

private:
  /// Classes inside a function come right behind it.
  void walkAll(const std::vector<const Decl *> &found) {
    for (const Decl *declaration : found) {
      walk(declaration);
      for (Decl *local : walker_.takeLocalClasses())
        walkAll(finder_.find(local));
    }
  }

  void walk(const Decl *declaration) {
    if (auto *function = dyn_cast<FunctionDecl>(declaration))
      walkFunction(function);
    else if (auto *variable = dyn_cast<VarDecl>(declaration))
      walker_.walkFunction(qualifiedName(variable), variable->getSourceRange(),
                           {variable->getInit()}, {});
    else if (auto *field = dyn_cast<FieldDecl>(declaration))
      walker_.walkFunction(qualifiedName(field), field->getSourceRange(),
                           {field->getInClassInitializer()}, {});
  }

  void walkFunction(const FunctionDecl *function) {
    if (function->hasSkippedBody())
      return walker_.passOver(function);
    std::vector<const Stmt *> parts = partsOf(function);
    if (!parts.empty())
      walker_.walkFunction(qualifiedName(function), function->getSourceRange(), parts,
                           walker_.forbiddenIn(function), reach_.isCalledInRegion(function));
  }

  /// Default arguments, a constructor's initialisers, the body: lambdas may stand in each.
  static std::vector<const Stmt *> partsOf(const FunctionDecl *function) {
    std::vector<const Stmt *> parts;
    for (const ParmVarDecl *parameter : function->parameters())
      if (parameter->hasDefaultArg() && !parameter->hasUnparsedDefaultArg() &&
          !parameter->hasUninstantiatedDefaultArg() && !parameter->hasInheritedDefaultArg())
        parts.push_back(parameter->getDefaultArg());
    if (!function->doesThisDeclarationHaveABody())
      return parts;
    if (auto *constructor = dyn_cast<CXXConstructorDecl>(function))
      for (const CXXCtorInitializer *initializer : constructor->inits())
        if (initializer->isWritten())
          parts.push_back(initializer->getInit());
    auto *coroutine = dyn_cast_or_null<CoroutineBodyStmt>(function->getBody());
    parts.push_back(coroutine ? coroutine->getBody() : function->getBody());
    std::erase(parts, nullptr);
    return parts;
  }

  Finder finder_;
  std::vector<const Decl *> found_;
  RegionReach reach_;
  Walker walker_;
};

} // namespace

void collect(ASTContext &context, const CollectRequest &request, ParsedUnit &unit) {
  Collector(context, request, unit).collect();
}

} // namespace tare
