// SPDX-License-Identifier: Apache-2.0
// Hashes of code by its meaning, not by its spelling. These make no difference: OpenMP directives,
// parentheses, implicit casts, braces around a single statement or inside a run of statements,
// `i++` against `++i`, `x = x + y` against `x += y`, layout and comments. Clang types.
#pragma once

#include "instrumenter/nodes/mixer.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"

#include <array>
#include <string>
#include <vector>

namespace tare {

class BodyHasher {
public:
  explicit BodyHasher(const clang::ASTContext &context) : policy_(context.getPrintingPolicy()) {
    policy_.AnonymousTagLocations = false; // lines are not part of any identity
  }

  /// Statements that are hashed next belong to this function. Its calls of itself have the same
  /// shape under any name.
  void enterFunction(const std::string &qualified_name);

  /// Three hashes. Exact: with names and literals. Shape: variables are numbered in each statement.
  /// Header: of the loop, 0 if it is none. All are 0 if there is no code.
  std::array<uint64_t, 3> of(const clang::Stmt *body);

private:
  /// Exact and shape, built in step.
  struct Pair {
    uint64_t exact = 0, shape = 0;
  };
  struct Parts {
    Mixer exact, shape;
    explicit Parts(std::string_view tag) : exact(tag), shape(tag) {}
    void add(uint64_t value) { exact.add(value), shape.add(value); }
    void addText(llvm::StringRef text) { add(hashBytes({text.data(), text.size()})); }
    void add(Pair pair) { exact.add(pair.exact), shape.add(pair.shape); }
    Pair value() const { return {exact.value(), shape.value()}; }
  };
  /// Variables of one statement in order of appearance.
  using Numbers = llvm::SmallVector<const clang::Decl *, 8>;

  void flatten(const clang::Stmt *statement, std::vector<Pair> &run);
  Pair block(const clang::Stmt *statement);
  Pair statement(const clang::Stmt *statement);
  Pair freshStatement(const clang::Stmt *statement);
  Pair loop(const clang::Stmt *loop);
  Pair loopHeader(const clang::Stmt *loop);
  Pair forHeader(const clang::ForStmt *loop);
  Pair branch(const clang::IfStmt *branch);
  Pair declarations(const clang::DeclStmt *statement);
  Pair anyStatement(const clang::Stmt *statement);

  Pair child(const clang::Stmt *child, Numbers &numbers, bool discarded = false);
  Pair expression(const clang::Expr *expression, Numbers &numbers, bool discarded);
  Pair assignment(const clang::BinaryOperator *assignment, Numbers &numbers);
  Pair lambda(const clang::LambdaExpr *lambda);
  void addDetails(const clang::Expr *expression, Parts &parts, Numbers &numbers);
  bool addLiteral(const clang::Expr *expression, Parts &parts);
  bool addTypes(const clang::Expr *expression, Parts &parts, Numbers &numbers);
  bool addNames(const clang::Expr *expression, Parts &parts, Numbers &numbers);
  void addDecl(const clang::ValueDecl *decl, Parts &parts, Numbers &numbers);
  void addVariable(const clang::Decl *decl, llvm::StringRef name, Parts &parts, Numbers &numbers);
  void addName(clang::DeclarationName name, Parts &parts);
  void addArguments(llvm::ArrayRef<clang::TemplateArgumentLoc> arguments, Parts &parts,
                    Numbers &numbers);
  void addType(clang::QualType type, Parts &parts, Numbers &numbers);

  clang::PrintingPolicy policy_;
  std::string self_;
  int depth_ = 0;
  llvm::DenseMap<const clang::Stmt *, Pair> known_;
  llvm::DenseMap<const void *, uint64_t> types_;
};

} // namespace tare
