// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/inner_loop.h"

#include "instrumenter/clang/loop_header.h"
#include "instrumenter/clang/trip_count.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <algorithm>
#include <optional>

namespace tare {

using namespace clang;

namespace {

constexpr uint64_t few_trips = 16; // compilers unroll these, or nearly so

/// Nothing: the number of trips is not constant.
std::optional<uint64_t> constantTrips(const Stmt *loop, const ASTContext &context) {
  Trips trips = tripsOf(loop, context);
  return trips.loops ? std::nullopt : std::optional(trips.times);
}

/// One instruction or more, by itself.
bool isOperation(const Stmt *statement) {
  if (auto *binary = dyn_cast<BinaryOperator>(statement))
    return binary->getOpcode() != BO_Assign && binary->getOpcode() != BO_Comma;
  if (auto *unary = dyn_cast<UnaryOperator>(statement))
    return unary->isIncrementDecrementOp() || unary->getOpcode() == UO_Minus;
  return isa<CallExpr>(statement);
}

/// About the number of instructions of a statement, at most most_unrolled squared for a loop. Loads
/// and conversions are not counted.
uint64_t operationsIn(const Stmt *statement, const ASTContext &context) {
  if (!statement)
    return 0;
  if (isa<ForStmt, CXXForRangeStmt>(statement)) {
    uint64_t trips = constantTrips(statement, context).value_or(1);
    uint64_t each = 1 + operationsIn(loopBody(statement), context);
    return std::min(trips, most_unrolled) * std::min(each, most_unrolled);
  }
  uint64_t sum = isOperation(statement);
  for (const Stmt *child : statement->children())
    sum += operationsIn(child, context);
  return sum;
}

/// Whether a variable is named in a statement.
bool mentions(const Stmt *statement, const ValueDecl *variable) {
  if (!statement)
    return false;
  if (auto *use = dyn_cast<DeclRefExpr>(statement); use && use->getDecl() == variable)
    return true;
  return llvm::any_of(statement->children(),
                      [&](const Stmt *child) { return mentions(child, variable); });
}

/// a[i][k], where k is the variable: the inner loop walks along a row.
bool isRow(const ArraySubscriptExpr *element, const ValueDecl *variable) {
  return mentions(element->getIdx(), variable) &&
         isa<ArraySubscriptExpr>(element->getBase()->IgnoreParenImpCasts());
}

/// Whether a statement itself writes to an element with this variable in its index.
bool writesTo(const Stmt *statement, const ValueDecl *variable) {
  if (auto *binary = dyn_cast<BinaryOperator>(statement))
    return binary->isAssignmentOp() && mentions(binary->getLHS(), variable);
  auto *unary = dyn_cast<UnaryOperator>(statement);
  return unary && unary->isIncrementDecrementOp() && mentions(unary->getSubExpr(), variable);
}

/// Whether gcc makes vectors of the loop around one with this body: it has no branch, and the inner
/// loop is not the one whose neighbours lie side by side.
bool isColumn(const Stmt *statement, const ValueDecl *variable) {
  if (!statement)
    return true;
  if (isLoop(statement) || isa<IfStmt, SwitchStmt, GotoStmt, LabelStmt, BreakStmt, ContinueStmt,
                               ReturnStmt, AbstractConditionalOperator>(statement))
    return false;
  if (auto *element = dyn_cast<ArraySubscriptExpr>(statement); element && isRow(element, variable))
    return false;
  if (writesTo(statement, variable))
    return false;
  return llvm::all_of(statement->children(),
                      [&](const Stmt *child) { return isColumn(child, variable); });
}

} // namespace

bool staysLoop(const Stmt *loop, const ASTContext &context, bool by_gcc) {
  std::optional<uint64_t> trips = constantTrips(loop, context);
  if (!trips)
    return true;
  if (*trips <= few_trips)
    return false;
  if (!by_gcc)
    return operationsIn(loop, context) >= most_unrolled;
  auto *counted = dyn_cast<ForStmt>(loop);
  return !counted || !isColumn(counted->getBody(), loopStart(counted).variable);
}

} // namespace tare
