// SPDX-License-Identifier: Apache-2.0
// Loops. A `for` whose counter, bound and step are known before it starts is summed in closed form;
// any other loop is its body times a number that only a run tells.
#include "instrumenter/clang/loop_header.h"
#include "instrumenter/counting/counter.h"
#include "instrumenter/counting/parts.h"

#include <algorithm>

namespace tare {

using namespace clang;
using symbolic::Formula;
using symbolic::Piece;

/// The last value that a counter can have by the loop's bounds.
std::optional<OperationCounter::Cases> OperationCounter::lastValue(const LoopHeader &header) {
  std::optional<Cases> last;
  for (const LoopHeader::Bound &bound : header.bounds) {
    auto value = valueOf(bound.expression);
    if (value && !bound.included)
      value = arithmetic().sum(*value, symbolic::casesOf(header.down ? 1 : -1));
    if (value && last)
      value =
          header.down ? arithmetic().maximum(*last, *value) : arithmetic().minimum(*last, *value);
    if (!value)
      return value;
    last = value;
  }
  return withoutVarying(last);
}

/// The values that the counter takes. The environment is the one inside of the loop, and has still
/// the counter's first value.
std::optional<OperationCounter::LoopCases> OperationCounter::loopCases(LoopHeader &header) {
  ValuePlace place{{header.counter->getCanonicalDecl()},
                   header.counter->getNameAsString(),
                   header.counter,
                   header.counter->getType()};
  auto first = withoutVarying(environment_.read(place));
  auto bound = lastValue(header);
  if (!first || !bound) {
    header.problem = std::string(first ? "its bound" : "its counter's first value") +
                     " is loaded, or changes in a loop";
    return std::nullopt;
  }
  if (auto over_block = loopOverBlock(header, *first, *bound))
    return over_block;
  bool unit = header.step == Polynomial(1);
  if (!unit && first->size() > 1) {
    header.problem = "it begins at one of several values, and has steps";
    return std::nullopt;
  }
  LoopCases cases;
  for (const Piece &from : *first)
    for (const Piece &to : *bound) {
      const Polynomial &last = to.value;
      symbolic::CountedLoop loop =
          countedLoop(place.name, from.value, last, header.step, header.down);
      if (first->size() == 1 && bound->size() == 1 && from.where.empty() && to.where.empty()) {
        cases.first = from.value;
        cases.last = last;
      }
      if (cases.ranges.empty()) {
        cases.variable = loop.variable;
        cases.counter = loop.counter;
      }
      Conditions range;
      bool possible = true;
      auto add = [&](const Conditions &conditions) {
        for (const Polynomial &condition : conditions)
          possible = addCondition(range, substituted(condition, loop.variable,
                                                     Polynomial::of(cases.variable))) &&
                     possible;
      };
      add(loop.range);
      add(from.where);
      add(to.where);
      if (!header.step.isConstant())
        add({header.step - 1});
      SubscriptBox extremes{from.value, last};
      if (!unit) // of the number of steps
        extremes = {0, floorOf(header.down ? from.value - last : last - from.value, header.step)};
      else if (header.down)
        std::swap(extremes.low, extremes.high);
      if (possible)
        cases.ranges.emplace_back(std::move(range), extremes);
    }
  // In the body holds what holds in all cases.
  for (const auto &[range, extremes] : cases.ranges)
    for (const Polynomial &condition : range) {
      bool always = std::ranges::all_of(cases.ranges, [&](const auto &other) {
        Conditions all = known_;
        all.insert(all.end(), other.first.begin(), other.first.end());
        return follows(condition, all);
      });
      if (always)
        addCondition(cases.inside, condition);
    }
  return cases;
}

std::optional<int> OperationCounter::beginLoop(const Stmt *loop) {
  std::optional<int> around = loop_;
  if (loops_.size() > most_loops || !loop_) {
    CountDoubt beyond{context_.place(callers_.front()->getLocation()),
                      "it has more than " + std::to_string(most_loops) +
                          " loops, with what it calls: what further ones do is "
                          "listed for the loop "
                          "around them",
                      CountLabel::Exact};
    doubts_.push_back(std::move(beyond));
    loop_.reset();
    return around;
  }
  std::string place = context_.place(loop);
  size_t colon = place.rfind(':');
  WalkedLoop walked{*loop_, place.substr(0, colon), 0, team_};
  if (colon != place.npos)
    walked.line = std::atoi(place.c_str() + colon + 1);
  loop_ = int(loops_.size());
  loops_.push_back(std::move(walked));
  return around;
}

ControlFlow OperationCounter::behindLoop(const Stmt *loop, const AssignedSet &assigned) {
  environment_.forget(assigned, context_.place(loop), depth());
  return returned_in_loop_ ? ControlFlow{ControlFlow::Perhaps, {}} : ControlFlow{};
}

ControlFlow OperationCounter::walkFor(const ForStmt *loop, Tally &tally) {
  if (loop->getInit())
    walk(loop->getInit(), tally);
  std::optional<int> around = beginLoop(loop);
  LoopHeader header = headerOf(loop);
  AssignedSet in_body = context_.assigned.in(loop->getBody()), assigned = in_body;
  for (const Expr *part : {loop->getCond(), loop->getInc()})
    assigned.merge(context_.assigned.in(part));
  std::string problem = header.problem;
  if (problem.empty() && in_body.count(header.counter->getCanonicalDecl()))
    problem = "its counter is changed in its body";
  if (!problem.empty())
    header.counter = nullptr;
  std::string where = context_.place(loop);
  AssignedSet others = assigned;
  if (header.counter)
    others.erase(header.counter->getCanonicalDecl());
  environment_.forget(others, where, depth() + 1);
  std::optional<LoopCases> cases = header.counter ? loopCases(header) : std::nullopt;
  if (header.counter && !cases)
    problem = header.problem;
  if (!cases || !walkCounted(loop, loop->getBody(), header, *cases, assigned, tally, problem)) {
    if (!header.counter)
      environment_.forget(assigned, where, depth() + 1);
    walkMeasured(loop, loop->getBody(), header, assigned, tally, problem);
  }
  loop_ = around;
  return behindLoop(loop, assigned);
}

/// Over an array or a container of the library: as many times as it has elements.
ControlFlow OperationCounter::walkRange(const CXXForRangeStmt *loop, Tally &tally) {
  const Expr *range = loop->getRangeInit();
  countExpression(range, tally);
  AssignedSet assigned = context_.assigned.in(loop->getBody());
  environment_.forget(assigned, context_.place(loop), depth() + 1);
  std::optional<Polynomial> count;
  const auto *array = context_.ast.getAsConstantArrayType(range->getType().getNonReferenceType());
  if (array)
    count = Polynomial(int64_t(array->getSize().getZExtValue()));
  else if (auto place = environment_.sizeOf(range))
    count = single(withoutVarying(environment_.read(*place)));
  const VarDecl *variable = loop->getLoopVariable();
  environment_.forget({variable->getCanonicalDecl()}, context_.place(loop), depth() + 1);
  if (variable->getType()->isReferenceType())
    environment_.bindReference(variable, std::nullopt);
  std::string problem = "it goes over a range whose length is not known here";
  std::optional<int> around = beginLoop(loop);
  bool is_counted = false;
  if (count) {
    symbolic::CountedLoop counted = symbolic::countedLoop("element", 0, *count - 1, 1, false);
    LoopCases cases{counted.variable,
                    counted.counter,
                    {{counted.range, {0, *count - 1}}},
                    counted.range,
                    {},
                    {}};
    is_counted = walkCounted(loop, loop->getBody(), {}, cases, assigned, tally, problem);
  }
  if (!is_counted)
    walkMeasured(loop, loop->getBody(), {}, assigned, tally, problem);
  loop_ = around;
  return behindLoop(loop, assigned);
}

ControlFlow OperationCounter::walkWhile(const Stmt *loop, Tally &tally) {
  auto *once = dyn_cast<DoStmt>(loop);
  const Expr *condition = once ? once->getCond() : cast<WhileStmt>(loop)->getCond();
  if (once && numberOf(condition) == 0) { // a block
    bool broken = !frames_.empty() && frames_.back().broken;
    ControlFlow flow = walk(loopBody(loop), tally);
    if (!frames_.empty() && !returned_in_loop_)
      frames_.back().broken = broken; // a `break` ends the block
    return flow.kind == ControlFlow::Always ? flow : ControlFlow{ControlFlow::Perhaps, {}};
  }
  AssignedSet assigned = context_.assigned.in(loopBody(loop));
  assigned.merge(context_.assigned.in(condition));
  environment_.forget(assigned, context_.place(loop), depth() + 1);
  std::optional<int> around = beginLoop(loop);
  Tally test;
  forgetLoaded();
  frames_.push_back({std::nullopt, 0, assigned, false, {}});
  countExpression(condition, test);
  frames_.pop_back();
  walkMeasured(loop, loopBody(loop), {}, assigned, tally, "it is a while loop");
  Formula tests = Formula(tripsOf(loop)) + Formula(once ? 0 : 1);
  Result<void> done =
      test.change([&](const Formula &times) -> Result<Formula> { return times * tests; });
  (void)done;
  if (loop_)
    test.ascribe(*loop_);
  tally.merge(std::move(test));
  loop_ = around;
  return behindLoop(loop, assigned);
}

} // namespace tare
