// SPDX-License-Identifier: Apache-2.0
// Which variables and members a piece of code may change, by name: what it calls in this unit
// counts, too. Stores through pointers, and functions of other units, are taken to change none.
#pragma once

#include <map>
#include <set>

namespace clang {
class Decl;
class Expr;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace tare {

using AssignedSet = std::set<const clang::Decl *>;

class AssignedVariables {
public:
  /// Variables and fields, as their canonical declarations.
  AssignedSet in(const clang::Stmt *statement);
  /// Those of a function of this unit that others can see: its globals and all fields.
  const AssignedSet &by(const clang::FunctionDecl *function);
  /// Variables of a function whose address is kept: nobody knows when they change.
  static void addEscaped(const clang::Stmt *body, AssignedSet &escaped);

private:
  void collect(const clang::Stmt *statement, AssignedSet &into);
  void collectCall(const clang::Stmt *call, AssignedSet &into);
  static void note(const clang::Expr *target, AssignedSet &into);

  std::map<const clang::FunctionDecl *, AssignedSet> known_;
};

/// The body of a function where it is to be read, and the declaration that has it. Null: it is in
/// another unit.
const clang::Stmt *readableBody(const clang::FunctionDecl *function,
                                const clang::FunctionDecl **defined = nullptr);

/// Whether a method of a container changes its size.
bool keepsSize(const clang::FunctionDecl *method);

} // namespace tare
