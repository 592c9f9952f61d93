// SPDX-License-Identifier: Apache-2.0
// Serial code beside regions: the calls that get a node of their own. Clang types.
#pragma once

#include <functional>

namespace clang {
class CompoundStmt;
class Expr;
class FunctionDecl;
class IfStmt;
class LangOptions;
class Stmt;
} // namespace clang

namespace tare {

/// The call that a statement is made for:
/// - the call in `f(x);`, `y = f(x);`, `a += f(x);`, `T y = f(x);`, `return f(x);`;
/// - the construction in `T y(x);`, `y = new T(x);`, if somebody wrote the constructor and it does
/// not
///   only copy. Of several variables in one declaration, the first with such a call counts;
/// - the first call of a function of the user's in `y = f(x) + g(x);`. Calls of libraries in such
/// an
///   expression are short: `2 * sqrt(x)`;
/// - the call in the condition of an `if`, which may be compared or negated.
/// Null for other statements, and for calls of operators, builtins, OpenMP's own routines (they
/// take no time) and functions that return twice.
const clang::Expr *callOf(const clang::Stmt *statement,
                          const std::function<bool(const clang::FunctionDecl *)> &is_users);

/// Whether a statement makes objects that live as long as the block around: variables, and in C
/// compound literals. Such a statement must not get a block of its own. `block` is the block with
/// the statement in it. Null, or another block: its objects end with the statement.
bool makesForBlock(const clang::Stmt *statement, const clang::CompoundStmt *block,
                   const clang::LangOptions &language);

/// Whether objects of an `if` without a block of its own live on behind it. In C89 these are
/// compound literals in its condition or in a branch without braces.
bool makesForOutside(const clang::IfStmt *branch, const clang::LangOptions &language);

} // namespace tare
