// SPDX-License-Identifier: Apache-2.0
// Constructs of OpenMP. What a region holds is done by each thread; what its worksharing constructs
// hold is done once by all of them together.
#include "instrumenter/clang/compat.h"
#include "instrumenter/clang/names.h"
#include "instrumenter/counting/counter.h"
#include "instrumenter/counting/parts.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Basic/OpenMPKinds.h"

#include <algorithm>

namespace tare {

using namespace clang;

namespace {

bool beginsTeamOfThreads(OpenMPDirectiveKind kind) {
  return isOpenMPParallelDirective(kind) || isOpenMPTeamsDirective(kind);
}

/// Whether its code is executed once by all threads of a team together.
bool isSharedByTeam(OpenMPDirectiveKind kind) {
  using namespace llvm::omp;
  return isOpenMPWorksharingDirective(kind) || isOpenMPDistributeDirective(kind) ||
         kind == OMPD_single || kind == OMPD_master || kind == OMPD_masked ||
         kind == OMPD_section || kind == OMPD_loop || kind == OMPD_parallel_loop ||
         kind == OMPD_parallel_master || kind == OMPD_parallel_masked || kind == OMPD_teams_loop;
}

/// Whether its code is executed by one thread while others wait, or do something else.
bool isForOneThread(OpenMPDirectiveKind kind) {
  using namespace llvm::omp;
  return kind == OMPD_sections || kind == OMPD_section || kind == OMPD_parallel_sections ||
         kind == OMPD_single || kind == OMPD_master || kind == OMPD_masked ||
         kind == OMPD_parallel_master || kind == OMPD_parallel_masked;
}

bool holdsGoto(const Stmt *statement) {
  if (isa<GotoStmt, IndirectGotoStmt>(statement))
    return true;
  bool found = false;
  forEachPart(statement, [&](const Stmt *part) { found = found || holdsGoto(part); });
  return found;
}

bool holdsMeasured(const symbolic::Formula &formula, const SymbolBook &symbols) {
  return std::ranges::any_of(symbolsOf(formula), [&](symbolic::Variable variable) {
    auto found = symbols.all().find(symbolic::nameOf(variable));
    return found != symbols.all().end() && found->second.kind == SymbolKind::Measured;
  });
}

} // namespace

OperationCounter::Record OperationCounter::recordOf(const OMPExecutableDirective *directive) const {
  Record record;
  CountedNode &node = record.node;
  node.function = qualifiedName(callers_.front());
  node.directive = directiveName(directive->getDirectiveKind());
  std::string place = context_.place(directive);
  size_t colon = place.rfind(':');
  if (colon != std::string::npos) {
    node.file = place.substr(0, colon);
    node.line = std::stoi(place.substr(colon + 1));
  }
  if (auto pragma = context_.extent.pragma(directive))
    node.pragma = pragma->begin;
  return record;
}

/// Who executes what a directive holds.
std::optional<LoopTeam> OperationCounter::teamIn(OpenMPDirectiveKind kind) const {
  if (isForOneThread(kind))
    return LoopTeam::One;
  if (isSharedByTeam(kind) || isOpenMPTaskingDirective(kind))
    return LoopTeam::Dealt;
  return beginsTeamOfThreads(kind) ? LoopTeam::Each : team_;
}

void OperationCounter::endTeam(Tally &tally, const Mark &since) {
  Polynomial threads = context_.threads();
  tally.endTeam(threads);
  for (size_t i = since.records; i < records_.size(); ++i)
    for (Tally *each : {&records_[i].total, &records_[i].executions, &records_[i].iterations})
      each->endTeam(threads);
}

ControlFlow OperationCounter::walkDirective(const OMPExecutableDirective *directive, Tally &tally) {
  const Stmt *inside = statementOf(directive);
  forgetLoaded(); // other threads may store
  if (!inside)
    return {};
  OpenMPDirectiveKind kind = directive->getDirectiveKind();
  size_t index = records_.size();
  bool is_listed = callers_.size() == 1; // those of other functions are counted with these
  if (is_listed)
    records_.push_back(recordOf(directive));
  Mark since = mark();
  unsigned bound = bound_loops_;
  size_t bound_record = bound_record_;
  auto *loop = dyn_cast<OMPLoopBasedDirective>(directive);
  bound_loops_ = loop && is_listed ? loop->getLoopsNumber() : 0;
  bound_record_ = index;
  if (is_listed)
    records_[index].node.has_loop = bound_loops_ > 0;
  Tally part;
  std::optional<LoopTeam> team = std::exchange(team_, teamIn(kind));
  if (is_listed)
    records_[index].team = team_;
  walk(inside, part);
  forgetLoaded();
  team_ = team;
  bound_loops_ = bound;
  bound_record_ = bound_record;
  if (isSharedByTeam(kind))
    part.makeShared();
  if (beginsTeamOfThreads(kind))
    endTeam(part, since);
  if (is_listed) {
    Record &record = records_[index];
    record.total = part;
    record.total.addTouched(0, known_, isSharedByTeam(kind) && !beginsTeamOfThreads(kind));
    record.total.forgetTouches();
    record.executions.add({OperationKind::LoopStep, "", StrideClass::None, ""});
    if (isSharedByTeam(kind) && !beginsTeamOfThreads(kind)) {
      record.executions.makeShared();
      record.iterations.makeShared();
    }
    addDoubts(record.node, since);
  }
  tally.merge(std::move(part));
  return {};
}

void OperationCounter::addDoubts(CountedNode &node, const Mark &since) const {
  node.doubts.insert(node.doubts.end(), doubts_.begin() + ptrdiff_t(since.doubts), doubts_.end());
}

/// Bounded only if a count is so: a doubt about nothing that is counted says nothing.
CountLabel OperationCounter::labelOf(const CountedNode &node) const {
  bool bounded = !node.executions.isExact() || !node.iterations.isExact();
  auto measured = [&](const CountRange &range) {
    return holdsMeasured(range.certain, context_.symbols) ||
           holdsMeasured(range.possible, context_.symbols);
  };
  bool is_measured = measured(node.executions) || measured(node.iterations);
  for (const OperationCount &count : node.counts) {
    bounded = bounded || !count.amount.isExact();
    is_measured = is_measured || measured(count.amount);
  }
  for (const CountDoubt &doubt : node.doubts)
    is_measured = is_measured || doubt.makes == CountLabel::Measured;
  return is_measured ? CountLabel::Measured : bounded ? CountLabel::Bounded : CountLabel::Exact;
}

CountedNode OperationCounter::finished(Record record, bool is_for_a_team) const {
  CountedNode node = std::move(record.node);
  const symbolic::Conditions &facts = context_.symbols.facts();
  Operation once{OperationKind::LoopStep, "", StrideClass::None, ""};
  node.executions = record.executions.count(once);
  node.iterations = record.iterations.count(once);
  for (CountRange *range : {&node.executions, &node.iterations}) {
    range->certain = simplified(range->certain, facts);
    range->possible = simplified(range->possible, facts);
  }
  summarise(record.total, facts, node);
  LoopTeam outside = is_for_a_team ? LoopTeam::Each : LoopTeam::One;
  node.loops = {CountedLoop()};
  node.loops[0].team = record.team.value_or(outside);
  summariseLoops(record.total, loops_, outside, facts, node);
  std::ranges::sort(node.doubts);
  auto twice = std::ranges::unique(node.doubts);
  node.doubts.erase(twice.begin(), twice.end());
  node.label = labelOf(node);
  return node;
}

void OperationCounter::countFunction(const FunctionDecl *function,
                                     std::vector<CountedNode> &nodes) {
  const Stmt *body = function->getBody();
  AssignedSet escaped;
  AssignedVariables::addEscaped(body, escaped);
  environment_ = Environment(context_);
  environment_.addEscaped(escaped);
  records_.clear();
  doubts_.clear();
  callers_ = {function};
  known_ = context_.symbols.facts();
  returned_in_loop_ = false;
  steps_ = caller_frames_ = 0;
  bound_in_.clear();
  flows_.clear();
  continued_.clear();
  loops_ = {WalkedLoop()};
  loop_ = 0;
  team_.reset();
  Record whole;
  whole.node.function = qualifiedName(function);
  std::string place = context_.place(function->getLocation());
  whole.node.file = place.substr(0, place.rfind(':'));
  whole.node.line = std::atoi(place.substr(place.rfind(':') + 1).c_str());
  if (holdsGoto(body))
    doubt(CountLabel::Measured, body,
          "it has a goto: statements may run more often than is counted");
  if (auto *constructor = dyn_cast<CXXConstructorDecl>(function))
    for (const CXXCtorInitializer *initializer : constructor->inits())
      if (initializer->isWritten())
        countExpression(initializer->getInit(), whole.total);
  walk(body, whole.total);
  bool is_for_a_team = std::ranges::any_of(whole.total.groups(), &TallyGroup::shared);
  if (is_for_a_team) // it is called by all threads of a team
    endTeam(whole.total, {0, 0});
  whole.total.addTouched(0, known_, false);
  whole.executions.add({OperationKind::LoopStep, "", StrideClass::None, ""});
  addDoubts(whole.node, {0, 0});
  nodes.push_back(finished(std::move(whole), is_for_a_team));
  for (Record &record : records_)
    nodes.push_back(finished(std::move(record), is_for_a_team));
}

} // namespace tare
