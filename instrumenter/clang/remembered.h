// SPDX-License-Identifier: Apache-2.0
// What was found out about a statement is kept for the statements around it. Without that, a nest
// of n statements would be looked at n times. Clang types.
#pragma once

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"

namespace tare {

/// Expressions are not kept: they are many and short.
template <class Value> class Remembered {
public:
  /// `judge` is called for a statement that is not known yet.
  template <class Judge> Value of(const clang::Stmt *statement, Judge judge) {
    if (llvm::isa<clang::Expr>(statement))
      return judge();
    auto found = known_.find(statement);
    if (found != known_.end())
      return found->second;
    Value value = judge();
    known_[statement] = value;
    return value;
  }

private:
  llvm::DenseMap<const clang::Stmt *, Value> known_;
};

} // namespace tare
