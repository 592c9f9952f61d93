// SPDX-License-Identifier: Apache-2.0
// Serial code beside regions: what is worth a node of its own there. Clang types.
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

/// What a statement is made for: the call in `f(x);`, `y = f(x);`, `a += f(x);`, `T y = f(x);`,
/// `return f(x);`, or the construction in `T y(x);`, `y = new T(x);` by a constructor that somebody
/// wrote and that does not only copy. Of several variables that are declared together, the first
/// that has one. Where the statement only computes with what calls return (`y = f(x) + g(x);`), the
/// first call of a function of the user's: what libraries have there is short (`2 * sqrt(x)`). Of
/// an `if` those in its condition, which may be compared with something, or negated. Null for any
/// other statement, for operators, for builtins and OpenMP's own routines, which take no time, and
/// for those that return twice.
const clang::Expr *callOf(const clang::Stmt *statement,
                          const std::function<bool(const clang::FunctionDecl *)> &is_users);

/// Whether what a statement makes lives as long as the block around it: variables, and in C
/// compound literals. Such a statement must not get a block of its own. `block`: whose statement it
/// is; null or another one's: what it makes ends with it.
bool makesForBlock(const clang::Stmt *statement, const clang::CompoundStmt *block,
                   const clang::LangOptions &language);

/// Whether what an `if` without a block of its own makes lives on behind it: in C89, compound
/// literals of its condition or of a branch without braces.
bool makesForOutside(const clang::IfStmt *branch, const clang::LangOptions &language);

} // namespace tare
