// SPDX-License-Identifier: Apache-2.0
// Which functions of a unit lead to a region, and which are called in one. A function leads to a
// region if it holds one or names a function that leads to one. Clang types.
#pragma once

#include "instrumenter/clang/remembered.h"

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
  /// `functions`: all functions of a unit that have a body. Calls are followed through these only.
  explicit RegionReach(const std::vector<const clang::FunctionDecl *> &functions);

  /// Whether a directive that makes a team (parallel, teams, target) stands in it, or the name of a
  /// function that leads to one.
  bool leads(const clang::Stmt *statement) const;

  /// Whether most calls of a function are in a region. That is so if a region of another function
  /// names it, or names a function that leads to it. It is also so if its own region does, and the
  /// function calls itself outside the region as well. A function that calls itself only in its own
  /// region executes that as often as its serial code.
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

  /// The functions that a function names. Guesses would give probes to half of a template library,
  /// so they count only where they take probes away.
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

  /// Functions by name, for members that a template's parameter chooses.
  llvm::DenseMap<clang::DeclarationName, Functions> by_name_;
  llvm::DenseSet<const clang::FunctionDecl *> leading_;
  /// For each function, up to two functions whose regions lead to it. Two are enough to know
  /// whether one is another function.
  llvm::DenseMap<const clang::FunctionDecl *, Functions> called_by_regions_of_;
  llvm::DenseSet<const clang::FunctionDecl *> recursive_; // outside of their regions
  mutable Remembered<bool> known_;                        // answers of leads
};

} // namespace tare
