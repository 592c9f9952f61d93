// SPDX-License-Identifier: Apache-2.0
// Which functions of a unit lead to a region (they hold one, or name a function that does), and
// which are called in one. Clang types.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/DeclarationName.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace tare {

class RegionReach {
public:
  /// Of the functions of a unit that have a body: a call is followed as far as these go.
  explicit RegionReach(const std::vector<const clang::FunctionDecl *> &functions);

  /// Whether a directive that makes a team (parallel, teams, target) stands in it, or the name of a
  /// function that leads to one.
  bool leads(const clang::Stmt *statement) const;

  /// Whether a region of another function names it, or a function that leads to it; or its own
  /// region does, and it calls itself outside of that as well: most of its calls are in the region
  /// then. (One that calls itself in its own region alone, as a sort of halves may, executes that
  /// as often as its serial code.)
  bool isCalledInRegion(const clang::FunctionDecl *function) const;

private:
  /// A function that a statement names.
  struct Named {
    const clang::FunctionDecl *function;
    bool in_region; // inside the statement
    bool is_guess;  // all that is known is that it has this name
  };
  using Told = llvm::function_ref<void(const Named &)>;
  using Functions = llvm::SmallVector<const clang::FunctionDecl *, 2>;

  /// Guesses would give probes to half of a template library: they count only for what gets none.
  struct Edges {
    std::vector<const clang::FunctionDecl *> named, guessed, in_region, outside;
  };
  using Graph = llvm::DenseMap<const clang::FunctionDecl *, Edges>;

  bool read(const clang::Stmt *statement, bool in_region, Told told) const;
  void tellNames(const clang::Stmt *statement, bool in_region, Told told) const;
  void tellByName(clang::DeclarationName name, bool in_region, Told told) const;
  void findLeading(const Graph &graph, Functions holding);
  void findCalled(const Graph &graph);
  void findRecursive(const Graph &graph);

  /// Of a member that a template's parameter chooses, the name is all that is known.
  llvm::DenseMap<clang::DeclarationName, Functions> by_name_;
  llvm::DenseSet<const clang::FunctionDecl *> leading_;
  /// Those whose regions name it, or a function that leads to it; two tell whether another is.
  llvm::DenseMap<const clang::FunctionDecl *, Functions> called_by_regions_of_;
  llvm::DenseSet<const clang::FunctionDecl *> recursive_; // outside of their regions
};

} // namespace tare
