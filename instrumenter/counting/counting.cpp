// SPDX-License-Identifier: Apache-2.0
// Finds the functions of the user's files; templates as they are instantiated.
#include "instrumenter/counting/counting.h"

#include "instrumenter/clang/names.h"
#include "instrumenter/counting/counter.h"

#include "clang/AST/ASTLambda.h"
#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>
#include <set>

namespace tare {

using namespace clang;

namespace {

class FunctionFinder : public RecursiveASTVisitor<FunctionFinder> {
public:
  FunctionFinder(ASTContext &context, UserFiles &files)
      : sources_(context.getSourceManager()), files_(files) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseStmt(Stmt *) { return true; } // functions stand outside of statements

  bool VisitFunctionDecl(FunctionDecl *function) {
    if (function->isImplicit() || function->isDefaulted() || isLambdaCallOperator(function) ||
        !isUser(function->getLocation()))
      return true;
    if (function->isDependentContext()) {
      if (function->doesThisDeclarationHaveABody() && !function->hasSkippedBody())
        patterns.push_back(function);
      return true;
    }
    const FunctionDecl *defined = nullptr;
    if (readableBody(function, &defined) && known_.insert(defined).second)
      functions.push_back(defined);
    if (const FunctionDecl *pattern = function->getTemplateInstantiationPattern())
      instantiated.insert(pattern);
    return true;
  }

  std::vector<const FunctionDecl *> functions, patterns;
  std::set<const FunctionDecl *> instantiated;

private:
  bool isUser(SourceLocation location) {
    auto [file, offset] = sources_.getDecomposedLoc(sources_.getFileLoc(location));
    return file == sources_.getMainFileID() && files_.isUser(uint32_t(offset));
  }

  SourceManager &sources_;
  UserFiles &files_;
  std::set<const FunctionDecl *> known_;
};

void collectNames(const CountRange &range, std::set<std::string> &names) {
  for (const symbolic::Formula *formula : {&range.certain, &range.possible})
    for (symbolic::Variable variable : symbolsOf(*formula))
      names.insert(symbolic::nameOf(variable));
}

/// Of a function template that nobody instantiates nothing is known.
CountedNode uncounted(const FunctionDecl *pattern, const CountContext &context) {
  CountedNode node;
  node.function = qualifiedName(pattern);
  std::string place = context.place(pattern->getLocation());
  node.file = place.substr(0, place.rfind(':'));
  node.line = std::atoi(place.substr(place.rfind(':') + 1).c_str());
  node.label = CountLabel::Measured;
  node.executions.certain = 1;
  node.loops = {CountedLoop()};
  node.loops[0].executions = node.executions;
  node.doubts = {
      {place, "it is a template that this unit does not instantiate", CountLabel::Measured}};
  return node;
}

} // namespace

CountedUnit countOperations(ASTContext &tree, std::string_view text, UserFiles &files) {
  CountContext context(tree, text, files);
  FunctionFinder finder(tree, files);
  finder.TraverseDecl(tree.getTranslationUnitDecl());
  CountedUnit unit;
  std::ranges::sort(finder.functions, [&](const FunctionDecl *a, const FunctionDecl *b) {
    return tree.getSourceManager().isBeforeInTranslationUnit(a->getLocation(), b->getLocation());
  });
  for (const FunctionDecl *function : finder.functions)
    OperationCounter(context).countFunction(function, unit.nodes);
  for (const FunctionDecl *pattern : finder.patterns)
    if (!finder.instantiated.count(pattern))
      unit.nodes.push_back(uncounted(pattern, context));
  std::set<std::string> used;
  for (const CountedNode &node : unit.nodes) {
    collectNames(node.executions, used);
    collectNames(node.iterations, used);
    for (const OperationCount &count : node.counts)
      collectNames(count.amount, used);
    for (const ArrayFootprint &footprint : node.footprints)
      collectNames({footprint.bytes, {}, {}, {}}, used);
    for (const CountedLoop &loop : node.loops) {
      collectNames(loop.executions, used);
      collectNames(loop.iterations, used);
      for (const LoopAccess &access : loop.accesses)
        for (const TouchedBytes &touched : access.touched)
          collectNames({touched.bytes, {}, {}, {}}, used);
    }
  }
  for (const auto &[name, symbol] : context.symbols.all())
    if (used.count(name))
      unit.symbols.push_back(symbol);
  return unit;
}

} // namespace tare
