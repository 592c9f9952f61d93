// SPDX-License-Identifier: Apache-2.0
// What the counting of one unit's functions shares: places, symbols and their facts. Clang types.
#pragma once

#include "base/symbolic/cases.h"
#include "instrumenter/clang/extent.h"
#include "instrumenter/counting/assigned.h"
#include "instrumenter/counting/macros.h"
#include "instrumenter/operations/operations.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

#include <map>
#include <string>

namespace tare {

/// The symbols of a unit. One name is one symbol.
class SymbolBook {
public:
  /// The symbol of something, by its identity. If the name is taken by something else, it gets the
  /// place behind it: n(x.c:12).
  symbolic::Variable symbol(const std::string &identity, CountedSymbol wanted);
  /// What holds of all symbols: sizes of containers are not negative, macros have their value's
  /// sign.
  /// Counts are for the symbol's value in the source alone: a step, or a divisor.
  void fix(const std::string &name) { by_name_[name].fixed = true; }
  const symbolic::Conditions &facts() const { return facts_; }
  void addFact(const symbolic::Polynomial &condition) { addCondition(facts_, condition); }
  const std::map<std::string, CountedSymbol> &all() const { return by_name_; }

private:
  std::map<std::string, symbolic::Variable> by_identity_;
  std::map<std::string, CountedSymbol> by_name_;
  symbolic::Conditions facts_;
};

struct CountContext {
  CountContext(clang::ASTContext &ast, std::string_view text, UserFiles &files)
      : ast(ast), text(text), files(files), extent(text, ast), macros(text, files) {}

  /// "x.c:12"
  std::string place(clang::SourceLocation location) const;
  std::string place(const clang::Stmt *statement) const;

  /// The symbol of a macro from which an expression came. Nothing: it is from none.
  std::optional<symbolic::Polynomial> macroValue(const clang::Expr *expression, int64_t value);
  /// The number of something that only a run tells: trips(x.c:12).
  symbolic::Polynomial measured(const char *what, const clang::Stmt *statement,
                                const std::string &meaning);
  symbolic::Polynomial threads();

  clang::ASTContext &ast;
  std::string_view text;
  UserFiles &files;
  Extent extent;
  MacroNames macros;
  SymbolBook symbols;
  AssignedVariables assigned;
  /// Variables that stand for what changes as nobody can tell, and the depth of the loop in which.
  std::map<symbolic::Variable, size_t> varying;
};

/// Whether a polynomial depends on something that changes as nobody can tell.
bool isVarying(const symbolic::Polynomial &polynomial, const CountContext &context);

} // namespace tare
