// SPDX-License-Identifier: Apache-2.0
// Which functions of a unit lead to a region: they hold one, or name a function that does. Clang
// types.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseSet.h"

#include <vector>

namespace tare {

class RegionReach {
public:
  /// Of the functions of a unit that have a body: a call is followed as far as these go.
  explicit RegionReach(const std::vector<const clang::FunctionDecl *> &functions);

  /// Whether a directive that makes a team (parallel, teams, target) stands in it, or the name of a
  /// function that leads to one.
  bool leads(const clang::Stmt *statement) const;

private:
  llvm::DenseSet<const clang::FunctionDecl *> leading_;
};

} // namespace tare
