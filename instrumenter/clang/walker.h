// SPDX-License-Identifier: Apache-2.0
// The walk over one function's statements. Clang types.
#pragma once

#include "instrumenter/clang/body_hash.h"
#include "instrumenter/clang/call_notes.h"
#include "instrumenter/clang/collect.h"
#include "instrumenter/clang/extent.h"
#include "instrumenter/clang/jumps.h"
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
  /// `forbidden`: why nothing in it may be measured, or empty. A function that is called
  /// `in_region` has no serial code.
  void walkFunction(const std::string &name, clang::SourceRange source,
                    const std::vector<const clang::Stmt *> &parts, std::string forbidden,
                    bool in_region = false);
  /// Why nothing in a function may be measured, or empty.
  std::string forbiddenIn(const clang::FunctionDecl *function) const;
  /// For a function whose body Clang skipped.
  void passOver(const clang::FunctionDecl *function);
  /// To be called when all functions are walked. Adds a node for each pragma without a directive in
  /// Clang's tree, and counts those that only declare.
  void accountForPragmas();

  /// Classes declared inside the functions walked so far; empties the list.
  std::vector<clang::Decl *> takeLocalClasses() { return std::move(local_classes_); }

private:
  /// The place of the walk in the function. A copy is handed down.
  struct Scope {
    int node = -1;
    int construct = -1;
    int region = -1;             // construct of the parallel directive around, in this function
    int task = -1;               // construct of the task directive around, in this function
    int lambda = 0;              // number of the innermost lambda around; 0: none
    bool region_code = false;    // every thread of a region executes this
    bool serial_code = false;    // no region is around it, lexically
    bool is_main = false;        // in main
    bool in_try = false;         // an exception may be caught behind the statement
    int shared_loop = -1;        // node of the worksharing loop around
    bool at_shared_loop = false; // the next loop is that one
    int bound_node = -1;         // node of a directive that binds the next loops
    unsigned bound_loops = 0;    // how many loops it still binds
    int conditions = 0;          // number of ifs around that have probes in their conditions
    Trips hidden;                // loops and branches around, inside `node`
    const clang::CompoundStmt *block = nullptr;  // the block with this statement in it, or null
    const clang::Stmt *call_statement = nullptr; // serial code: the statement with `serial_call`
    const clang::Expr *serial_call = nullptr;    // serial code: the call that gets a node
    std::string forbidden;                       // why nothing here may be measured, or empty

    /// Goes on inside a node. Without a node of its own, `inner` is the one around.
    void enter(int inner);
  };

  // walker.cpp: statements that are neither directives nor loops nor calls
  void visit(const clang::Stmt *statement, const Scope &scope);
  void visitChildren(const clang::Stmt *statement, const Scope &scope);
  void visitCompound(const clang::CompoundStmt *block, const Scope &scope);
  void visitBody(const clang::Stmt *body, const Scope &scope);
  void visitStatement(const clang::Stmt *statement, const Scope &scope);
  void visitSimple(const clang::Stmt *statement, const Scope &scope);
  bool visitControl(const clang::Stmt *statement, const Scope &scope);
  void visitLambda(const clang::LambdaExpr *lambda, const Scope &scope);
  void visitTry(const clang::CXXTryStmt *attempt, const Scope &scope);
  /// Whether an exception may leave the statement, with code behind it that goes on.
  bool exceptionLeaves(const clang::Stmt *statement, const Scope &scope);
  void visitIf(const clang::IfStmt *statement, const Scope &scope);

  // walk_calls.cpp
  void visitCall(const clang::CallExpr *call, const Scope &scope);
  void visitConstruction(const clang::CXXConstructExpr *construction, const Scope &scope);
  int addCall(const clang::CallExpr *call, const Scope &scope);
  void noteCall(const clang::FunctionDecl *callee, const Scope &scope);
  void addSerialCall(const std::string &callee, const Scope &scope);
  /// Fill in where probes may stand around a call of serial code.
  void bracketStatement(const clang::Stmt *statement, const Scope &scope, Construct &call);
  void bracketCondition(const clang::IfStmt *branch, const Scope &scope, Construct &call);
  /// Visits the head of an if. True when a call in it is a construct.
  bool visitCondition(const clang::IfStmt *statement, const Scope &scope);
  bool isUsers(const clang::FunctionDecl *function) const;
  void tellUsersCalls(const clang::Stmt *statement, std::vector<std::string> &names) const;
  std::string namesOfCall(const clang::CallExpr *call) const;
  void noteLock(const std::string &name, const clang::FunctionDecl *callee, const Scope &scope);
  bool callsElsewhere(const clang::Stmt *statement);
  void addLockCall(const std::string &routine, const clang::CallExpr *call, const Scope &scope);
  void visitReference(const clang::DeclRefExpr *reference, const Scope &scope);

  // walk_loops.cpp
  bool holdsDirective(const clang::Stmt *statement);
  void visitLoop(const clang::Stmt *loop, const Scope &scope);
  void visitSerialLoop(const clang::Stmt *loop, Span whole, const Scope &scope);
  Span placeOfLoop(const clang::Stmt *loop) const;
  void visitMeasuredLoop(const clang::Stmt *loop, Span whole, const Scope &scope);
  const char *endUnknown(const clang::Stmt *loop) const;
  Scope addLoop(const clang::Stmt *loop, Construct construct, Scope inside);
  void repeat(const clang::Stmt *loop, bool has_node, Scope &inside);
  void visitLoopParts(const clang::Stmt *loop, const Scope &scope);

  // walk_directives.cpp
  void visitDirective(const clang::OMPExecutableDirective *directive, const Scope &scope);
  void visitUnknownDirective(const clang::OMPExecutableDirective *directive, Scope scope);
  void readMetadirective(const clang::OMPExecutableDirective *directive, uint32_t at, Span pragma,
                         Construct &construct);
  void visitSections(const clang::OMPExecutableDirective *directive, const Scope &scope);
  void visitFirstSection(const clang::Stmt *statement, const Scope &scope);

  /// The construct of a directive, without its place in the tree.
  Construct makeConstruct(const clang::OMPExecutableDirective *directive, Span pragma,
                          const Scope &scope);
  void checkReading(Construct &construct) const;
  /// Fills in the spans of the construct, its body and its loop body.
  void locate(const clang::OMPExecutableDirective *directive, Construct &construct);
  Scope scopeInside(const Construct &construct, int index, const Scope &around) const;
  /// The innermost loop body of a worksharing loop or a taskloop. Empty: iterations cannot be
  /// counted.
  Span countableBody(const clang::OMPExecutableDirective *directive, Construct &construct);
  /// Marks the construct that a cancel or a cancellation point binds to.
  void markCancel(const clang::OMPExecutableDirective *directive, const Scope &scope);

  // walk_functions.cpp
  bool holdsSerialCode(const clang::Stmt *body, const Scope &scope) const;
  bool keepsFunction(const clang::Stmt *body, const Scope &scope) const;
  Span skippedBody(const clang::FunctionDecl *function) const;
  /// "Clang cannot read line 12: ..." for the first error in a span; empty: there is none.
  std::string readErrorIn(Span span, bool syntax_only) const;
  void addUnread(const UserPragma &pragma);

  // What all parts of the walk add to the tree.
  /// Returns the construct's index. `in_table`: its node is in a node table, too.
  int addConstruct(Construct construct, const Scope &scope, const std::string &directive,
                   bool in_table);
  /// Adds a node to a whole tree and returns it. In a table it adds none and returns the one
  /// around.
  int addPlain(NodeKind kind, const clang::Stmt *statement, const Scope &scope,
               const std::string &text = {});
  /// Notes where a statement of a whole tree stands and what may be put around it.
  void placeStatement(int node, const clang::Stmt *statement, const Scope &scope);
  void hashNode(int node, const clang::Stmt *body);
  void noteStatement(const clang::Stmt *statement, const Scope &scope);

  clang::ASTContext &context_;
  const CollectRequest &request_;
  const RegionReach &reach_;
  ParsedUnit &unit_;
  Extent extent_;
  TreeBuilder builder_;
  BodyHasher hasher_;
  LoopShapes shapes_;
  JumpFinder jumps_;
  int lambdas_ = 0; // so far
  Remembered<bool> holding_directive_, calling_elsewhere_; // statements
  CallNotes calls_;                                        // of the function that is walked
  std::vector<clang::Decl *> local_classes_;               // see takeLocalClasses
};

} // namespace tare
