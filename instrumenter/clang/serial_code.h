// SPDX-License-Identifier: Apache-2.0
// Serial code beside regions: what is worth a node of its own there. Clang types.
#pragma once

namespace clang {
class CallExpr;
class Stmt;
} // namespace clang

namespace tare {

/// The call that a statement is made for: `f(x);`, `y = f(x);`, `a += f(x);`, `T y = f(x);`,
/// `return f(x);`. Null for any other statement, for operators, for builtins and OpenMP's own
/// routines, which take no time, and for those that return twice.
const clang::CallExpr *callOf(const clang::Stmt *statement);

} // namespace tare
