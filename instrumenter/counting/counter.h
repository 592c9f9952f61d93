// SPDX-License-Identifier: Apache-2.0
// The walk over one function that counts what it does. It goes through statements in their order,
// and keeps what whole-number variables hold; calls of functions of this unit are gone through as
// well. Clang types.
#pragma once

#include "instrumenter/counting/chains.h"
#include "instrumenter/counting/environment.h"
#include "instrumenter/counting/tally.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

#include <string>
#include <utility>
#include <vector>

namespace tare {

/// When control goes on behind a statement.
struct ControlFlow {
  enum Kind { Always, Never, Where, Perhaps } kind = Always;
  std::vector<symbolic::Conditions> where; // exclude each other
};

class OperationCounter {
public:
  static constexpr size_t most_steps = 200000; // statements of one function, with what it calls
  static constexpr size_t most_loops = 500;    // the same; further ones count for those around

  explicit OperationCounter(CountContext &context) : context_(context), environment_(context) {}

  /// Appends the function and its constructs.
  void countFunction(const clang::FunctionDecl *function, std::vector<CountedNode> &nodes);

private:
  using Cases = symbolic::Cases;
  using Conditions = symbolic::Conditions;
  using Polynomial = symbolic::Polynomial;
  using Variable = symbolic::Variable;

  /// The blocks that a loop with steps goes over, upwards: their begins, and the loop's last value.
  /// A loop inside may go over one block, as long as that is.
  struct Block {
    Polynomial begin, step, first, last;
    std::optional<Variable> length; // of one block, once a loop goes over it
  };

  /// A loop around the walk.
  struct Frame {
    std::optional<Variable> variable; // of a loop with a counter
    Polynomial step;                  // what the counter's variable grows by, an iteration
    AssignedSet assigned;
    bool broken = false; // it may end early
    std::optional<Block> block;
  };

  /// A construct, while the loops around it are not left.
  struct Record {
    CountedNode node;
    Tally total, executions, iterations;
    std::optional<LoopTeam> team; // who executes its own statements; nothing: as outside of regions
  };

  /// How a `for` loop counts.
  struct LoopHeader {
    const clang::ValueDecl *counter = nullptr; // null: it does not
    struct Bound {
      const clang::Expr *expression = nullptr;
      bool included = false; // the counter reaches it
    };
    std::vector<Bound> bounds; // all hold while the loop goes on
    Polynomial step;           // > 0
    bool down = false, may_end_early = false;
    std::string problem; // why it does not count
  };

  /// A loop that counts, in each of the cases of its bounds.
  struct LoopCases {
    Variable variable = 0;
    Polynomial counter;
    std::vector<std::pair<Conditions, SubscriptBox>> ranges; // of the variable, and its extremes
    Conditions inside;                                       // what holds in the body
    std::optional<Polynomial> first, last;                   // where there is only one case
  };

  /// What is to be undone when something cannot be counted as it was tried.
  struct Mark {
    size_t records, doubts;
  };

  enum class Use { Address, Load, Store, LoadAndStore };

  // evaluate.cpp: values of expressions without side effects
  std::optional<Cases> valueOf(const clang::Expr *expression);
  std::optional<Cases> valueOfBinary(const clang::BinaryOperator *binary);
  std::optional<Cases> valueOfUnary(const clang::UnaryOperator *unary);
  std::optional<Cases> valueOfCall(const clang::CallExpr *call);
  std::optional<Cases> constantOf(const clang::Expr *expression);
  std::optional<int64_t> numberOf(const clang::Expr *expression);
  std::optional<Cases> truthOf(const clang::Expr *expression);
  std::optional<Cases> withoutVarying(std::optional<Cases> cases) const;
  static std::optional<Polynomial> single(const std::optional<Cases> &cases);

  // expressions.cpp: what expressions do
  void countExpression(const clang::Expr *expression, Tally &tally);
  void countBinary(const clang::BinaryOperator *binary, Tally &tally);
  void countAssignment(const clang::BinaryOperator *assignment, Tally &tally);
  void countArithmetic(const clang::BinaryOperator *binary, clang::BinaryOperatorKind code,
                       clang::QualType type, const clang::Expr *left, const clang::Expr *right,
                       Tally &tally);
  void countUnary(const clang::UnaryOperator *unary, Tally &tally);
  void countChoice(const clang::Expr *condition, const clang::Expr *yes, const clang::Expr *no,
                   Tally &tally);
  void assign(const clang::Expr *target, const std::optional<Cases> &value,
              const clang::Stmt *where);
  void assignPointer(const clang::Expr *target, const clang::Expr *value);

  // chains.cpp: what an iteration needs from the one before
  struct ElementAddress;
  struct Arithmetic {
    Operation operation;
    const clang::Expr *product = nullptr; // an operand that is part of the operation
  };
  Arithmetic arithmeticOf(const clang::BinaryOperator *binary, clang::BinaryOperatorKind code,
                          clang::QualType type, const clang::Expr *left,
                          const clang::Expr *right) const;
  std::optional<Carrier> carrierOf(const clang::Expr *expression);
  ValuePaths pathsOf(Carrier carrier, const IterationFlow &flow) const;
  ValuePaths pathsOf(const clang::Expr *expression);
  ValuePaths pathsOfArithmetic(const clang::BinaryOperator *binary, clang::BinaryOperatorKind code,
                               clang::QualType type, const clang::Expr *left,
                               const clang::Expr *right);
  ValuePaths stepsOf(ValuePaths paths, Tally &tally);
  void setPaths(std::optional<Carrier> carrier, ValuePaths paths, Tally &tally);
  void setStep(const clang::Expr *operand, const Operation &operation, Tally &tally);
  void declareInFlow(const clang::VarDecl *variable, Tally &tally);
  void passInFlow(const clang::ParmVarDecl *parameter, const clang::Expr *argument, Tally &tally);
  void noteCall(const clang::Stmt *call, llvm::ArrayRef<const clang::Expr *> arguments,
                const Operation &operation);
  void joinFlows(const IterationFlow &before, const IterationFlow &other,
                 const ValuePaths &condition, Tally &tally);
  void noteElement(const clang::Expr *place, const ElementAddress &address, bool stays,
                   bool is_stored);
  void beginFlow(const clang::Stmt *body, const clang::ValueDecl *counter);
  void endFlow(Tally &inside);

  // accesses.cpp, addresses.cpp: loads and stores
  void countPlace(const clang::Expr *place, Use use, Tally &tally);
  void resolve(const clang::Expr *element, ElementAddress &address, Tally &tally);
  void noteRows(const clang::Expr *loaded, ElementAddress &address);
  void resolvePointer(const clang::Expr *pointer, const clang::Expr *index, bool negative,
                      ElementAddress &address, Tally &tally);
  void noteAccess(const clang::Expr *place, const ElementAddress &address, Use use, Tally &tally);
  bool noteLoaded(const clang::Expr *place, const ElementAddress &address, bool known, Use use);
  void forgetLoaded();
  LoadedElements loaded() const;
  void keepLoaded(const LoadedElements &before);
  TouchedBox touchedBox(const ElementAddress &address) const;
  size_t boundIn(const ValuePlace &pointer) const;
  std::optional<PointerValue> pointerValue(const clang::Expr *pointer);
  std::optional<Polynomial> sizeOf(clang::QualType type);

  // calls.cpp
  void countCall(const clang::CallExpr *call, Tally &tally);
  void countConstruction(const clang::CXXConstructExpr *construction, Tally &tally);
  void enter(const clang::FunctionDecl *callee, llvm::ArrayRef<const clang::Expr *> arguments,
             const clang::Expr *object, const clang::Stmt *call, Tally &tally);
  void addCall(const std::string &name, Tally &tally);

  // statements.cpp
  ControlFlow walk(const clang::Stmt *statement, Tally &tally);
  ControlFlow walkBlock(llvm::ArrayRef<const clang::Stmt *> statements, Tally &tally);
  ControlFlow walkIf(const clang::IfStmt *statement, Tally &tally);
  ControlFlow walkSwitch(const clang::SwitchStmt *statement, Tally &tally);
  void walkDeclaration(const clang::VarDecl *variable, Tally &tally);
  void restrict(Tally &tally, const std::vector<Conditions> &where, const Mark &since,
                const clang::Stmt *branch);
  void makePossible(Tally &tally, const Mark &since);

  // loops.cpp, loop_headers.cpp, blocks.cpp, loop_bodies.cpp
  ControlFlow walkFor(const clang::ForStmt *loop, Tally &tally);
  ControlFlow walkRange(const clang::CXXForRangeStmt *loop, Tally &tally);
  ControlFlow walkWhile(const clang::Stmt *loop, Tally &tally);
  LoopHeader headerOf(const clang::ForStmt *loop);
  void readStep(const clang::Expr *increment, LoopHeader &header);
  void readCondition(const clang::Expr *condition, LoopHeader &header);
  std::optional<LoopCases> loopCases(LoopHeader &header);
  std::optional<Cases> lastValue(const LoopHeader &header);
  std::optional<LoopCases> loopOverBlock(const LoopHeader &header, const Cases &first,
                                         const Cases &last);
  static Result<symbolic::Formula> sumOverBlocks(const LoopCases &cases, const Block &block,
                                                 const symbolic::Formula &times,
                                                 const Conditions &known);
  bool walkCounted(const clang::Stmt *loop, const clang::Stmt *body, const LoopHeader &header,
                   const LoopCases &cases, const AssignedSet &assigned, Tally &tally,
                   std::string &problem);
  void walkMeasured(const clang::Stmt *loop, const clang::Stmt *body, const LoopHeader &header,
                    const AssignedSet &assigned, Tally &tally, const std::string &problem);
  std::optional<int> beginLoop(const clang::Stmt *loop); // the loop around it, to go back to
  Polynomial tripsOf(const clang::Stmt *loop);
  void endIteration(Tally &inside);
  void addExecution(Tally &tally);
  std::set<symbolic::Variable> countersAround() const;
  ControlFlow behindLoop(const clang::Stmt *loop, const AssignedSet &assigned);
  Result<void> scale(Tally &tally, const Mark &since, const Tally::Change &change);

  // directives.cpp
  ControlFlow walkDirective(const clang::OMPExecutableDirective *directive, Tally &tally);
  Record recordOf(const clang::OMPExecutableDirective *directive) const;
  void endTeam(Tally &tally, const Mark &since);
  std::optional<LoopTeam> teamIn(clang::OpenMPDirectiveKind kind) const;

  Mark mark() const { return {records_.size(), doubts_.size()}; }
  void doubt(CountLabel label, const clang::Stmt *where, const std::string &reason);
  CountLabel labelOf(const CountedNode &node) const;
  CountedNode finished(Record record, bool is_for_a_team) const;
  void addDoubts(CountedNode &node, const Mark &since) const;
  symbolic::CaseArithmetic arithmetic() const { return symbolic::CaseArithmetic(known_); }
  size_t depth() const { return frames_.size(); }

  CountContext &context_;
  Environment environment_;
  Conditions known_;              // what holds where the walk is
  std::vector<Frame> frames_;     // loops around, the innermost last
  std::vector<WalkedLoop> loops_; // so far; the first stands for what is in none
  std::optional<int> loop_ = 0;   // that the walk is in; nothing: one too many
  std::optional<LoopTeam> team_;  // that comes here; nothing: the function has no region here
  std::vector<Record> records_;
  std::vector<CountDoubt> doubts_;
  std::vector<const clang::FunctionDecl *> callers_; // that are gone through; the first is counted
  bool returned_in_loop_ = false;                    // of the function that is gone through last
  unsigned bound_loops_ = 0;                         // next loops that a directive binds
  size_t bound_record_ = 0;                          // its record
  size_t caller_frames_ = 0; // loops around the call that is gone through last
  size_t steps_ = 0;         // statements so far
  std::map<const clang::Decl *, size_t> bound_in_; // pointers and references: by how many loops
  CarrierBook carriers_;
  std::vector<IterationFlow> flows_;                            // of the loops around
  std::vector<std::vector<IterationFlow::Values>> continued_;   // where a `continue` ended one
  std::map<const clang::Expr *, ElementCarriers> elements_;     // as accessed last
  std::map<const clang::Stmt *, std::set<std::string>> stored_; // names of arrays, by loop's body
  std::map<const clang::Stmt *, ValuePaths> call_paths_;        // of what calls return
  ValuePaths returned_paths_; // of the function that is gone through last
  int next_step_ = 1;         // of chains
};

} // namespace tare
