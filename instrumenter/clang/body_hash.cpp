// SPDX-License-Identifier: Apache-2.0
// Hashes of statements. Every statement is hashed only once.
#include "instrumenter/clang/body_hash.h"

#include "instrumenter/clang/compat.h"
#include "instrumenter/clang/loop_header.h"

#include "clang/AST/StmtOpenMP.h"

namespace tare {

using namespace clang;

namespace {

/// The statement inside wrappers that have no meaning without OpenMP.
const Stmt *unwrapped(const Stmt *statement) {
  while (statement) {
    if (auto *attributed = dyn_cast<AttributedStmt>(statement))
      statement = attributed->getSubStmt();
    else if (auto *captured = dyn_cast<CapturedStmt>(statement))
      statement = captured->getCapturedStmt();
    else if (auto *canonical = dyn_cast<OMPCanonicalLoop>(statement))
      statement = canonical->getLoopStmt();
    else if (auto *directive = dyn_cast<OMPExecutableDirective>(statement))
      statement = directive->hasAssociatedStmt() && !directive->isStandaloneDirective()
                      ? directive->getRawStmt()
                      : nullptr;
    else
      break;
  }
  return statement;
}

/// The one statement that a body comes down to, or null.
const Stmt *onlyStatement(const Stmt *body) {
  body = unwrapped(body);
  while (auto *block = dyn_cast_or_null<CompoundStmt>(body)) {
    const Stmt *only = nullptr;
    for (const Stmt *child : block->body()) {
      child = unwrapped(child);
      if (!child || isa<NullStmt>(child))
        continue;
      if (only)
        return nullptr;
      only = child;
    }
    body = only;
  }
  return body;
}

} // namespace

void BodyHasher::enterFunction(const std::string &qualified_name) {
  size_t colons = qualified_name.rfind("::");
  self_ = colons == std::string::npos ? qualified_name : qualified_name.substr(colons + 2);
  known_.clear();
}

std::array<uint64_t, 3> BodyHasher::of(const Stmt *body) {
  std::vector<Pair> run;
  flatten(body, run);
  if (run.empty())
    return {0, 0, 0};
  Pair whole = block(body);
  const Stmt *only = onlyStatement(body);
  return {whole.exact, whole.shape, only && isLoop(only) ? loopHeader(only).exact : 0};
}

void BodyHasher::flatten(const Stmt *statement, std::vector<Pair> &run) {
  statement = unwrapped(statement);
  if (!statement || isa<NullStmt>(statement))
    return;
  if (auto *block = dyn_cast<CompoundStmt>(statement))
    for (const Stmt *child : block->body())
      flatten(child, run);
  else
    run.push_back(this->statement(statement));
}

BodyHasher::Pair BodyHasher::block(const Stmt *statement) {
  std::vector<Pair> run;
  flatten(statement, run);
  std::vector<uint64_t> exact, shape;
  for (const Pair &pair : run) {
    exact.push_back(pair.exact);
    shape.push_back(pair.shape);
  }
  return {hashOfSequence(exact), hashOfSequence(shape)};
}

BodyHasher::Pair BodyHasher::statement(const Stmt *statement) {
  auto found = known_.find(statement);
  if (found != known_.end())
    return found->second;
  Pair pair = freshStatement(statement);
  known_[statement] = pair;
  return pair;
}

BodyHasher::Pair BodyHasher::freshStatement(const Stmt *statement) {
  if (isLoop(statement))
    return loop(statement);
  if (auto *if_statement = dyn_cast<IfStmt>(statement))
    return branch(if_statement);
  if (auto *declaration = dyn_cast<DeclStmt>(statement))
    return declarations(declaration);
  if (auto *value = dyn_cast<Expr>(statement)) {
    Numbers numbers;
    return expression(value, numbers, true);
  }
  return anyStatement(statement);
}

BodyHasher::Pair BodyHasher::loop(const Stmt *loop) {
  Parts parts(loop->getStmtClassName());
  parts.add(loopHeader(loop));
  parts.add(block(loopBody(loop)));
  return parts.value();
}

BodyHasher::Pair BodyHasher::loopHeader(const Stmt *loop) {
  if (auto *counted = dyn_cast<ForStmt>(loop))
    return forHeader(counted);
  Parts parts("header");
  Numbers numbers;
  if (auto *range = dyn_cast<CXXForRangeStmt>(loop)) {
    const VarDecl *variable = range->getLoopVariable();
    addType(variable->getType(), parts, numbers);
    addVariable(variable, variable->getName(), parts, numbers);
    parts.add(child(range->getRangeInit(), numbers));
  } else if (auto *condition = dyn_cast<WhileStmt>(loop)) {
    parts.add(child(condition->getCond(), numbers));
  } else {
    parts.add(child(cast<DoStmt>(loop)->getCond(), numbers));
  }
  return parts.value();
}

/// Where the variable is declared does not matter: serial codes tend to declare it outside.
BodyHasher::Pair BodyHasher::forHeader(const ForStmt *loop) {
  Parts parts("header");
  Numbers numbers;
  Start start = loopStart(loop);
  if (start.variable) {
    addVariable(start.variable, start.variable->getName(), parts, numbers);
    parts.add(child(start.value, numbers));
  } else {
    parts.add(child(loop->getInit(), numbers, true));
  }
  parts.add(child(loop->getCond(), numbers));
  parts.add(child(loop->getInc(), numbers, true));
  return parts.value();
}

BodyHasher::Pair BodyHasher::branch(const IfStmt *branch) {
  Parts parts("if");
  Numbers numbers;
  if (branch->getInit())
    parts.add(child(branch->getInit(), numbers, true));
  if (branch->getConditionVariableDeclStmt())
    parts.add(block(branch->getConditionVariableDeclStmt()));
  parts.add(child(branch->getCond(), numbers));
  parts.add(block(branch->getThen()));
  if (branch->getElse())
    parts.add(block(branch->getElse()));
  return parts.value();
}

BodyHasher::Pair BodyHasher::declarations(const DeclStmt *statement) {
  Parts parts("declaration");
  Numbers numbers;
  for (const Decl *decl : statement->decls()) {
    parts.addText(decl->getDeclKindName());
    if (auto *variable = dyn_cast<VarDecl>(decl)) {
      addType(variable->getType(), parts, numbers);
      addVariable(variable, variable->getName(), parts, numbers);
      if (variable->getInit())
        parts.add(child(variable->getInit(), numbers));
    } else if (auto *named = dyn_cast<NamedDecl>(decl)) {
      addName(named->getDeclName(), parts);
    }
  }
  return parts.value();
}

/// Everything else: its class, its own words, and what is inside it.
BodyHasher::Pair BodyHasher::anyStatement(const Stmt *statement) {
  Parts parts(statement->getStmtClassName());
  Numbers numbers;
  if (auto *label = dyn_cast<LabelStmt>(statement))
    parts.addText(label->getName());
  else if (auto *jump = dyn_cast<GotoStmt>(statement))
    addName(jump->getLabel()->getDeclName(), parts);
  else if (auto *handler = dyn_cast<CXXCatchStmt>(statement))
    addType(handler->getCaughtType(), parts, numbers);
  else if (auto *assembly = dyn_cast<GCCAsmStmt>(statement))
    parts.addText(assemblyText(assembly));
  for (const Stmt *inner : statement->children())
    parts.add(child(inner, numbers));
  return parts.value();
}

} // namespace tare
