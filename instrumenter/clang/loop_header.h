// SPDX-License-Identifier: Apache-2.0
// The header of a `for` loop in terms that do not depend on how it is spelled: which variable, from
// where, to where, in which steps. Clang types.
#pragma once

#include <string>

namespace clang {
class ASTContext;
class Expr;
class ForStmt;
class Stmt;
class ValueDecl;
} // namespace clang

namespace tare {

/// `i++`, `++i`, `i += 1`, `i = i + 1`, where the value is not used.
struct Step {
  const clang::Expr *target = nullptr; // null: it is none of these
  int by = 0;                          // 1 or -1
};
Step unitStep(const clang::Expr *expression);

/// `int i = a` and `i = a`.
struct Start {
  const clang::ValueDecl *variable = nullptr; // null: neither of these
  const clang::Expr *value = nullptr;
};
Start loopStart(const clang::ForStmt *loop);

/// Without parentheses, implicit conversions and temporaries.
const clang::Expr *plainExpr(const clang::Expr *expression);

/// The variable or function that an expression names. Null: it is no name.
const clang::ValueDecl *variableOf(const clang::Expr *expression);

/// A loop of the language: `for`, `while`, `do`, or over a range.
bool isLoop(const clang::Stmt *statement);

/// The statement that a loop repeats.
const clang::Stmt *loopBody(const clang::Stmt *loop);

/// "j in jst..jend - 1", lower bound first in either direction. Empty: it is no loop with unit
/// steps.
std::string loopRange(const clang::Stmt *loop, const clang::ASTContext &context);

} // namespace tare
