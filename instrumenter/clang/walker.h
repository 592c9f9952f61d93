// SPDX-License-Identifier: Apache-2.0
// The walk over one function's statements. Clang types.
#pragma once

#include "instrumenter/clang/body_hash.h"
#include "instrumenter/clang/call_notes.h"
#include "instrumenter/clang/collect.h"
#include "instrumenter/clang/extent.h"
#include "instrumenter/clang/loop_shape.h"
#include "instrumenter/clang/region_reach.h"
#include "instrumenter/clang/tree_builder.h"

#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

#include <string>
#include <vector>

namespace tare {

class Walker {
public:
  Walker(clang::ASTContext &context, const CollectRequest &request, const RegionReach &reach,
         ParsedUnit &unit);

  /// `source` holds the parts, in the order of the text: default arguments, initialisers, the body.
  /// `forbidden` says why nothing in it may be measured, or is empty. What is `in_region` has no
  /// serial code.
  void walkFunction(const std::string &name, clang::SourceRange source,
                    const std::vector<const clang::Stmt *> &parts, std::string forbidden,
                    bool in_region = false);
  /// Why nothing in a function may be measured, or empty.
  std::string forbiddenIn(const clang::FunctionDecl *function) const;
  /// A function whose body was not read.
  void passOver(const clang::FunctionDecl *function);
  /// When all functions are walked: lists the pragmas of which Clang's tree holds no directive, and
  /// counts those that only declare.
  void accountForPragmas();

  /// Classes declared inside the functions walked so far; empties the list.
  std::vector<clang::Decl *> takeLocalClasses() { return std::move(local_classes_); }

private:
  /// Where the walk stands. A copy is handed down.
  struct Scope {
    int node = -1;
    int construct = -1;
    int region = -1;             // construct of the parallel directive around, in this function
    int task = -1;               // the same for the task directive
    bool region_code = false;    // every thread of a region executes this
    bool serial_code = false;    // no region is around it, lexically
    bool is_main = false;        // in main
    bool in_try = false;         // what leaves this by an exception may be caught behind it
    int shared_loop = -1;        // node of the worksharing loop around
    bool at_shared_loop = false; // the next loop is that one
    int bound_node = -1;         // of a directive to which the next loops belong, and
    unsigned bound_loops = 0;    // how many of them
    int conditions = 0;          // with probes, whose branches are around this
    Repetition hidden;           // around this, inside `node`
    const clang::CompoundStmt *block = nullptr;  // it is one of its statements
    const clang::Stmt *call_statement = nullptr; // of serial code: one call in it is its node
    const clang::Expr *serial_call = nullptr;    // that call
    std::string forbidden;

    void enter(int inner); // a node, or what has none
  };

  void visit(const clang::Stmt *statement, const Scope &scope);
  void visitChildren(const clang::Stmt *statement, const Scope &scope);
  void visitCompound(const clang::CompoundStmt *block, const Scope &scope);
  void visitBody(const clang::Stmt *body, const Scope &scope);
  void visitStatement(const clang::Stmt *statement, const Scope &scope);
  void visitSimple(const clang::Stmt *statement, const Scope &scope);
  bool visitControl(const clang::Stmt *statement, const Scope &scope);
  void visitLambda(const clang::LambdaExpr *lambda, const Scope &scope);
  void visitTry(const clang::CXXTryStmt *attempt, const Scope &scope);
  bool exceptionLeaves(const clang::Stmt *statement, const Scope &scope) const;
  void visitIf(const clang::IfStmt *statement, const Scope &scope);
  void visitCall(const clang::CallExpr *call, const Scope &scope);
  void visitConstruction(const clang::CXXConstructExpr *construction, const Scope &scope);
  int addCall(const clang::CallExpr *call, const Scope &scope);
  void noteCall(const clang::FunctionDecl *callee, const Scope &scope);
  void addSerialCall(const std::string &callee, const Scope &scope);
  void bracketStatement(const clang::Stmt *statement, const Scope &scope, Construct &call) const;
  void bracketCondition(const clang::IfStmt *branch, const Scope &scope, Construct &call) const;
  bool visitCondition(const clang::IfStmt *statement, const Scope &scope);
  bool isUsers(const clang::FunctionDecl *function) const;
  void tellUsersCalls(const clang::Stmt *statement, std::vector<std::string> &names) const;
  std::string namesOfCall(const clang::CallExpr *call) const;
  bool holdsSerialCode(const clang::Stmt *body, const Scope &scope) const;
  bool keepsFunction(const clang::Stmt *body, const Scope &scope) const;
  bool callsElsewhere(const clang::Stmt *statement) const;
  void visitSerialLoop(const clang::Stmt *loop, Span whole, const Scope &scope);
  void addLockCall(const std::string &routine, const clang::CallExpr *call, const Scope &scope);
  void visitReference(const clang::DeclRefExpr *reference, const Scope &scope);
  void visitLoop(const clang::Stmt *loop, const Scope &scope);
  Span placeOfLoop(const clang::Stmt *loop) const;
  void visitMeasuredLoop(const clang::Stmt *loop, Span whole, Scope inside);
  void repeat(const clang::Stmt *loop, bool has_node, Scope &inside);
  void visitLoopParts(const clang::Stmt *loop, const Scope &scope);
  void visitDirective(const clang::OMPExecutableDirective *directive, const Scope &scope);
  void visitUnknownDirective(const clang::OMPExecutableDirective *directive, Scope scope);
  void readMetadirective(const clang::OMPExecutableDirective *directive, uint32_t at, Span pragma,
                         Construct &construct);
  void visitSections(const clang::OMPExecutableDirective *directive, const Scope &scope);
  void visitFirstSection(const clang::Stmt *statement, const Scope &scope);

  Construct makeConstruct(const clang::OMPExecutableDirective *directive, Span pragma,
                          const Scope &scope);
  void checkReading(Construct &construct) const;
  void locate(const clang::OMPExecutableDirective *directive, Construct &construct);
  Scope scopeInside(const Construct &construct, int index, const Scope &around) const;
  Span countableBody(const clang::OMPExecutableDirective *directive, Construct &construct);
  Span skippedBody(const clang::FunctionDecl *function) const;
  void markCancel(const clang::OMPExecutableDirective *directive, const Scope &scope);
  int addConstruct(Construct construct, const Scope &scope, const std::string &directive,
                   bool in_table);
  int addPlain(NodeKind kind, const clang::Stmt *statement, const Scope &scope,
               const std::string &text = {});
  void placeStatement(int node, const clang::Stmt *statement, const Scope &scope);
  void hashNode(int node, const clang::Stmt *body);
  void noteStatement(const clang::Stmt *statement, const Scope &scope);
  std::string readErrorIn(Span span, bool syntax_only) const;
  void addUnread(const UserPragma &pragma);

  clang::ASTContext &context_;
  const CollectRequest &request_;
  const RegionReach &reach_;
  ParsedUnit &unit_;
  Extent extent_;
  TreeBuilder builder_;
  BodyHasher hasher_;
  LoopShapes shapes_;
  CallNotes calls_;
  std::vector<clang::Decl *> local_classes_;
};

} // namespace tare
