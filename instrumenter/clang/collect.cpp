// SPDX-License-Identifier: Apache-2.0
// Finds the functions of the user's files; templates as patterns, once for all instantiations.
#include "instrumenter/clang/collect.h"

#include "instrumenter/clang/walker.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

namespace tare {

using namespace clang;

namespace {

class FunctionFinder : public RecursiveASTVisitor<FunctionFinder> {
  using Base = RecursiveASTVisitor<FunctionFinder>;

public:
  FunctionFinder(ASTContext &context, const CollectRequest &request, ParsedUnit &unit)
      : sources_(context.getSourceManager()), places_(request.places),
        walker_(context, request, unit) {}

  /// What begins in a system header is not entered; a namespace may be anyone's.
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
    if (function->isImplicit() || function->isDefaulted())
      return true;
    if (function->hasSkippedBody()) {
      walker_.passOver(function);
      return true;
    }
    std::vector<const Stmt *> parts = partsOf(function);
    if (!parts.empty())
      walk(function->getQualifiedNameAsString(), function->getSourceRange(), parts,
           forbiddenIn(function));
    return true;
  }

  /// Lambdas in initialisers outside functions.
  bool VisitVarDecl(VarDecl *variable) {
    if (variable->isFileVarDecl() && variable->hasInit() &&
        variable->isThisDeclarationADefinition())
      walk(variable->getQualifiedNameAsString(), variable->getSourceRange(), {variable->getInit()},
           {});
    return true;
  }

  bool VisitFieldDecl(FieldDecl *field) {
    if (field->hasInClassInitializer() && field->getInClassInitializer())
      walk(field->getQualifiedNameAsString(), field->getSourceRange(),
           {field->getInClassInitializer()}, {});
    return true;
  }

  void finish() { walker_.accountForPragmas(); }

private:
  void walk(const std::string &name, SourceRange source, const std::vector<const Stmt *> &parts,
            std::string forbidden) {
    walker_.walkFunction(name, source, parts, std::move(forbidden));
    for (Decl *local : walker_.takeLocalClasses())
      TraverseDecl(local);
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

  static std::string forbiddenIn(const FunctionDecl *function) {
    if (isa_and_nonnull<CoroutineBodyStmt>(function->getBody()))
      return "inside a coroutine";
    if (function->hasAttr<OMPDeclareSimdDeclAttr>())
      return "inside a declare simd function";
    return function->hasAttr<OMPDeclareTargetDeclAttr>() ? "inside a declare target function" : "";
  }

  bool isUser(SourceLocation location) {
    auto [file, offset] = sources_.getDecomposedLoc(sources_.getFileLoc(location));
    return file == sources_.getMainFileID() && places_.isUser(uint32_t(offset));
  }

  SourceManager &sources_;
  Places &places_;
  Walker walker_;
};

} // namespace

void collect(ASTContext &context, const CollectRequest &request, ParsedUnit &unit) {
  FunctionFinder finder(context, request, unit);
  finder.TraverseDecl(context.getTranslationUnitDecl());
  finder.finish();
}

} // namespace tare
