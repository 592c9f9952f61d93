// SPDX-License-Identifier: Apache-2.0
// What stands inside a statement. Clang's own list leaves out the bodies of directives. Clang
// types.
#pragma once

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

namespace tare {

/// The statement of a directive as it was written. Null: it has none.
inline const clang::Stmt *statementOf(const clang::OMPExecutableDirective *directive) {
  if (!directive->hasAssociatedStmt())
    return nullptr;
  const clang::Stmt *statement = directive->getRawStmt();
  while (statement) {
    if (auto *captured = clang::dyn_cast<clang::CapturedStmt>(statement))
      statement = captured->getCapturedStmt();
    else if (auto *canonical = clang::dyn_cast<clang::OMPCanonicalLoop>(statement))
      statement = canonical->getLoopStmt();
    else
      break;
  }
  return statement;
}

template <class Each> void forEachPart(const clang::Stmt *statement, Each each) {
  if (auto *directive = clang::dyn_cast<clang::OMPExecutableDirective>(statement)) {
    if (const clang::Stmt *inside = statementOf(directive))
      each(inside);
    return;
  }
  if (auto *lambda = clang::dyn_cast<clang::LambdaExpr>(statement)) {
    each(lambda->getBody());
    return;
  }
  if (auto *range = clang::dyn_cast<clang::CXXForRangeStmt>(statement)) {
    each(range->getRangeInit());
    each(range->getBody());
    return;
  }
  for (const clang::Stmt *child : statement->children())
    if (child)
      each(child);
}

} // namespace tare
