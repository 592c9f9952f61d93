// SPDX-License-Identifier: Apache-2.0
// Statements in their order: blocks, branches, jumps, declarations.
#include "instrumenter/clang/loop_header.h"
#include "instrumenter/counting/counter.h"
#include "instrumenter/counting/parts.h"

#include <algorithm>

namespace tare {

using namespace clang;
using symbolic::Formula;

namespace {

constexpr size_t most_flow_cases = 16;    // in which control goes on behind a statement
constexpr size_t most_branch_cases = 150; // of a count in a branch

} // namespace

void OperationCounter::doubt(CountLabel label, const Stmt *where, const std::string &reason) {
  doubts_.push_back({context_.place(where), reason, label});
}

Result<void> OperationCounter::scale(Tally &tally, const Mark &since, const Tally::Change &change) {
  TARE_DO(tally.change(change));
  for (size_t i = since.records; i < records_.size(); ++i)
    for (Tally *each : {&records_[i].total, &records_[i].executions, &records_[i].iterations})
      TARE_DO(each->change(change));
  return {};
}

void OperationCounter::makePossible(Tally &tally, const Mark &since) {
  tally.makePossible();
  for (size_t i = since.records; i < records_.size(); ++i)
    for (Tally *each : {&records_[i].total, &records_[i].executions, &records_[i].iterations})
      each->makePossible();
}

/// Where the cases are too many, nothing in it is certain.
void OperationCounter::restrict(Tally &tally, const std::vector<Conditions> &where,
                                const Mark &since, const Stmt *branch) {
  if (where.size() == 1 && where.front().empty())
    return;
  std::vector<Record> records = records_;
  Result<void> done = scale(tally, since, [&](const Formula &times) -> Result<Formula> {
    if (times.pieces().size() * where.size() > most_branch_cases)
      return Error{"it has too many cases"};
    Formula sum;
    for (const Conditions &conditions : where)
      sum += restricted(times, conditions);
    return simplified(sum, known_);
  });
  if (done.ok())
    return;
  records_ = std::move(records);
  makePossible(tally, since);
  doubt(CountLabel::Bounded, branch, "the condition has too many cases");
}

/// Statements one after the other, as far as control comes.
ControlFlow OperationCounter::walkBlock(llvm::ArrayRef<const Stmt *> statements, Tally &tally) {
  ControlFlow flow;
  Conditions before = known_;
  for (const Stmt *statement : statements) {
    if (flow.kind == ControlFlow::Never)
      break;
    Tally part;
    Mark since = mark();
    if (flow.kind == ControlFlow::Where && flow.where.size() == 1)
      known_.insert(known_.end(), flow.where[0].begin(), flow.where[0].end());
    ControlFlow next = walk(statement, part);
    known_ = before;
    if (flow.kind == ControlFlow::Where)
      restrict(part, flow.where, since, statement);
    else if (flow.kind == ControlFlow::Perhaps)
      makePossible(part, since);
    tally.merge(std::move(part));
    if (next.kind == ControlFlow::Always)
      continue;
    if (next.kind == ControlFlow::Where && flow.kind == ControlFlow::Where) {
      std::vector<Conditions> both;
      for (const Conditions &a : flow.where)
        for (const Conditions &b : next.where) {
          both.push_back(a);
          both.back().insert(both.back().end(), b.begin(), b.end());
        }
      flow.where = std::move(both);
      if (flow.where.size() > most_flow_cases)
        flow = {ControlFlow::Perhaps, {}};
    } else if (next.kind == ControlFlow::Never || flow.kind == ControlFlow::Always) {
      flow = next;
    } else {
      flow = {ControlFlow::Perhaps, {}};
    }
  }
  return flow;
}

ControlFlow OperationCounter::walkIf(const IfStmt *statement, Tally &tally) {
  if (statement->getInit())
    walk(statement->getInit(), tally);
  if (const VarDecl *variable = statement->getConditionVariable())
    walkDeclaration(variable, tally);
  if (statement->isConstexpr()) {
    auto taken = numberOf(statement->getCond());
    const Stmt *body = taken && *taken == 0 ? statement->getElse() : statement->getThen();
    return taken ? walk(body, tally) : ControlFlow{};
  }
  countExpression(statement->getCond(), tally);
  auto truth = withoutVarying(truthOf(statement->getCond()));
  Environment before = environment_;
  IterationFlow flow_before = flows_.empty() ? IterationFlow() : flows_.back(), flow_then;
  ValuePaths decided = truth ? ValuePaths() : pathsOf(statement->getCond());
  Conditions known = known_;
  ControlFlow flows[2];
  std::vector<Conditions> where[2];
  std::optional<Environment> after_then;
  bool reached[2] = {true, true};
  for (int value : {1, 0}) {
    const Stmt *body = value ? statement->getThen() : statement->getElse();
    if (truth)
      where[value] = whereItIs(*truth, value);
    reached[value] = !truth || !where[value].empty();
    if (reached[value]) {
      Tally part;
      Mark since = mark();
      if (truth && where[value].size() == 1)
        known_.insert(known_.end(), where[value][0].begin(), where[value][0].end());
      flows[value] = walk(body, part);
      known_ = known;
      if (truth)
        restrict(part, where[value], since, statement);
      else {
        makePossible(part, since);
        if (!part.groups().empty() || flows[value].kind != ControlFlow::Always)
          doubt(CountLabel::Bounded, statement, "the condition depends on data");
      }
      tally.merge(std::move(part));
    } else {
      flows[value].kind = ControlFlow::Never;
    }
    if (value == 1) {
      after_then = environment_;
      environment_ = before;
      if (!flows_.empty())
        flow_then = std::exchange(flows_.back(), flow_before);
    }
  }
  // What variables hold behind it: by the ways that come there.
  bool then_comes = flows[1].kind != ControlFlow::Never,
       else_comes = flows[0].kind != ControlFlow::Never;
  if (then_comes && else_comes) {
    Environment after_else = environment_;
    environment_ = *after_then;
    environment_.join(after_else, truth ? &*truth : nullptr, context_.place(statement), depth());
    joinFlows(flow_before, flow_then, decided, tally);
  } else if (then_comes) {
    environment_ = *after_then;
    if (!flows_.empty())
      flows_.back() = std::move(flow_then);
  }
  if (flows[0].kind == ControlFlow::Always && flows[1].kind == ControlFlow::Always)
    return {};
  if (!then_comes && !else_comes)
    return {ControlFlow::Never, {}};
  if (!truth || flows[0].kind == ControlFlow::Perhaps || flows[1].kind == ControlFlow::Perhaps)
    return {ControlFlow::Perhaps, {}};
  ControlFlow flow{ControlFlow::Where, {}};
  for (int value : {1, 0})
    for (const Conditions &here : where[value]) {
      if (flows[value].kind == ControlFlow::Always)
        flow.where.push_back(here);
      if (flows[value].kind == ControlFlow::Where)
        for (const Conditions &inside : flows[value].where) {
          flow.where.push_back(here);
          flow.where.back().insert(flow.where.back().end(), inside.begin(), inside.end());
        }
    }
  if (flow.where.size() > most_flow_cases)
    return {ControlFlow::Perhaps, {}};
  return flow;
}

/// Which case is taken is not followed.
ControlFlow OperationCounter::walkSwitch(const SwitchStmt *statement, Tally &tally) {
  countExpression(statement->getCond(), tally);
  Tally part;
  Mark since = mark();
  std::string where = context_.place(statement);
  AssignedSet assigned = context_.assigned.in(statement->getBody());
  environment_.forget(assigned, where, depth() + 1);
  auto *block = dyn_cast<CompoundStmt>(statement->getBody());
  std::vector<const Stmt *> statements;
  if (block)
    statements.assign(block->body_begin(), block->body_end());
  bool broken = !frames_.empty() && frames_.back().broken;
  IterationFlow flow_before = flows_.empty() ? IterationFlow() : flows_.back();
  for (const Stmt *each : statements) {
    for (; isa<SwitchCase>(each); each = cast<SwitchCase>(each)->getSubStmt())
      keepLoaded(flow_before.loaded);
    walk(each, part);
  }
  if (!frames_.empty() && !returned_in_loop_)
    frames_.back().broken = broken; // a `break` ends the switch
  joinFlows(flow_before, flow_before, {}, part);
  makePossible(part, since);
  if (!part.groups().empty())
    doubt(CountLabel::Bounded, statement, "which case of a switch is taken depends on data");
  tally.merge(std::move(part));
  environment_.forget(assigned, where, depth());
  return returned_in_loop_ ? ControlFlow{ControlFlow::Perhaps, {}} : ControlFlow{};
}

void OperationCounter::walkDeclaration(const VarDecl *variable, Tally &tally) {
  const Expr *init = variable->getInit();
  QualType type = variable->getType();
  if (variable->isStaticLocal())
    return;
  if (type->isReferenceType()) {
    countExpression(init, tally);
    environment_.bindReference(variable, init ? environment_.placeOf(init) : std::nullopt);
    bound_in_[variable->getCanonicalDecl()] = depth();
    return;
  }
  if (init)
    countExpression(init, tally);
  if (!variable->getIdentifier())
    return;
  declareInFlow(variable, tally);
  std::string where = context_.place(variable->getLocation());
  if (type->isPointerType())
    forgetLoaded();
  if (type->isPointerType() && init) {
    auto to = pointerValue(init);
    environment_.forget({variable->getCanonicalDecl()}, where, depth());
    environment_.bindPointer(variable, to);
    bound_in_[variable->getCanonicalDecl()] = depth();
    return;
  }
  if (!type->isIntegralOrEnumerationType()) {
    environment_.forget({variable->getCanonicalDecl()}, where, depth());
    return;
  }
  ValuePlace place{{variable->getCanonicalDecl()}, variable->getName().str(), variable, type};
  // A constant with a name stays a name.
  if (init && type.isConstQualified() && numberOf(init) && depth() == 0 &&
      !init->isValueDependent()) {
    Expr::EvalResult result;
    if (init->EvaluateAsInt(result, context_.ast))
      return;
  }
  environment_.write(place, init ? valueOf(init) : std::nullopt, where, depth());
}

ControlFlow OperationCounter::walk(const Stmt *statement, Tally &tally) {
  if (!statement || isa<NullStmt>(statement) || ++steps_ > most_steps) {
    if (statement && steps_ == most_steps + 1)
      doubt(CountLabel::Measured, statement,
            "there is too much code to go through: the rest is not in here");
    return {};
  }
  if (auto *block = dyn_cast<CompoundStmt>(statement)) {
    std::vector<const Stmt *> statements(block->body_begin(), block->body_end());
    return walkBlock(statements, tally);
  }
  if (auto *directive = dyn_cast<OMPExecutableDirective>(statement))
    return walkDirective(directive, tally);
  if (auto *branch = dyn_cast<IfStmt>(statement))
    return walkIf(branch, tally);
  if (auto *loop = dyn_cast<ForStmt>(statement))
    return walkFor(loop, tally);
  if (auto *loop = dyn_cast<CXXForRangeStmt>(statement))
    return walkRange(loop, tally);
  if (isa<WhileStmt, DoStmt>(statement))
    return walkWhile(statement, tally);
  if (auto *choice = dyn_cast<SwitchStmt>(statement))
    return walkSwitch(choice, tally);
  if (auto *attributed = dyn_cast<AttributedStmt>(statement))
    return walk(attributed->getSubStmt(), tally);
  if (isa<LabelStmt, SwitchCase>(statement)) // from elsewhere, too
    forgetLoaded();
  if (auto *label = dyn_cast<LabelStmt>(statement))
    return walk(label->getSubStmt(), tally);
  if (auto *label = dyn_cast<SwitchCase>(statement))
    return walk(label->getSubStmt(), tally);
  if (isa<ContinueStmt>(statement) && !continued_.empty())
    continued_.back().push_back(flows_.back().values);
  if (isa<ContinueStmt>(statement))
    return {ControlFlow::Never, {}};
  if (isa<BreakStmt, GotoStmt, IndirectGotoStmt>(statement)) {
    if (!frames_.empty())
      frames_.back().broken = true;
    return {ControlFlow::Never, {}};
  }
  if (auto *result = dyn_cast<ReturnStmt>(statement)) {
    countExpression(result->getRetValue(), tally);
    if (!flows_.empty() && frames_.size() == caller_frames_)
      unitePaths(returned_paths_, stepsOf(pathsOf(result->getRetValue()), tally));
    for (size_t i = caller_frames_; i < frames_.size(); ++i)
      frames_[i].broken = true;
    returned_in_loop_ = returned_in_loop_ || frames_.size() > caller_frames_;
    return {ControlFlow::Never, {}};
  }
  if (auto *declarations = dyn_cast<DeclStmt>(statement)) {
    for (const Decl *each : declarations->decls())
      if (auto *variable = dyn_cast<VarDecl>(each))
        walkDeclaration(variable, tally);
    return {};
  }
  if (auto *attempt = dyn_cast<CXXTryStmt>(statement)) {
    ControlFlow flow = walk(attempt->getTryBlock(), tally);
    for (unsigned i = 0; i < attempt->getNumHandlers(); ++i) {
      Tally part;
      Mark since = mark();
      forgetLoaded();
      walk(attempt->getHandler(i)->getHandlerBlock(), part);
      forgetLoaded();
      makePossible(part, since);
      tally.merge(std::move(part));
    }
    return flow;
  }
  if (auto *expression = dyn_cast<Expr>(statement)) {
    countExpression(expression, tally);
    return {};
  }
  if (!isa<AsmStmt>(statement))
    forEachPart(statement, [&](const Stmt *part) { walk(part, tally); });
  else {
    forgetLoaded();
    doubt(CountLabel::Measured, statement, "assembly is not in here");
  }
  return {};
}

} // namespace tare
