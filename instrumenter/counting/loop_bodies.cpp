// SPDX-License-Identifier: Apache-2.0
// Bodies of loops: what one iteration does, and how often that is.
#include "instrumenter/counting/counter.h"

#include <algorithm>

namespace tare {

using namespace clang;
using symbolic::Formula;

/// Of a measured loop.
symbolic::Polynomial OperationCounter::tripsOf(const Stmt *loop) {
  return context_.measured("trips", loop,
                           "iterations of the loop there, each time that it is "
                           "executed, on average");
}

/// False: there is no closed form; then nothing has changed.
bool OperationCounter::walkCounted(const Stmt *loop, const Stmt *body, const LoopHeader &header,
                                   const LoopCases &cases, const AssignedSet &assigned,
                                   Tally &tally, std::string &problem) {
  Mark since = mark();
  Environment environment = environment_;
  std::vector<Record> records = records_;
  Conditions known = known_;
  unsigned bound = bound_loops_;
  known_.insert(known_.end(), cases.inside.begin(), cases.inside.end());
  if (header.counter) {
    ValuePlace place{{header.counter->getCanonicalDecl()},
                     header.counter->getNameAsString(),
                     header.counter,
                     header.counter->getType()};
    environment_.write(place, symbolic::casesOf(cases.counter), context_.place(loop), depth() + 1);
  }
  frames_.push_back({cases.variable, 1, assigned, header.may_end_early, {}});
  std::vector<IterationFlow> flows = flows_;
  beginFlow(body, header.counter);
  if (cases.ranges.size() == 1 && !header.down && header.counter && header.step != Polynomial(1) &&
      cases.first)
    frames_.back().block = Block{cases.counter, header.step, *cases.first, *cases.last, {}};
  Tally inside;
  std::optional<Block> block; // once the body is gone through
  Tally::Change change = [&](const Formula &times) -> Result<Formula> {
    if (block && block->length && times.dependsOn(*block->length))
      return sumOverBlocks(cases, *block, times, known);
    Formula sum;
    for (const auto &[range, extremes] : cases.ranges) {
      TARE_TRY(Formula part, sumOver(cases.variable, range, times, known));
      sum += part;
    }
    return cases.ranges.size() > 1 ? simplified(sum, known) : sum;
  };
  if (bound_loops_ > 0 && --bound_loops_ == 0)
    records_[bound_record_].iterations.add({OperationKind::LoopStep, "", StrideClass::None, ""});
  walk(body, inside);
  bound_loops_ = 0;
  inside.add({OperationKind::LoopStep, "", StrideClass::None, ""});
  endIteration(inside);
  Frame frame = frames_.back();
  frames_.pop_back();
  block = frame.block;
  Mark scaled = since;
  if (bound > 0) // the directive's own iterations
    scaled.records = bound_record_;
  Result<void> done = scale(inside, scaled, change);
  known_ = known;
  if (!done.ok()) {
    problem = done.error().message;
    environment_ = environment;
    flows_ = std::move(flows);
    if (loop_)
      loops_.resize(size_t(*loop_) + 1);
    records_ = std::move(records);
    doubts_.resize(since.doubts);
    bound_loops_ = bound;
    return false;
  }
  if (frame.broken) {
    makePossible(inside, scaled);
    doubt(CountLabel::Bounded, loop, "the loop may end early");
    for (size_t i = scaled.records; i < records_.size(); ++i)
      records_[i].node.doubts.push_back(doubts_.back());
  }
  // Each of several bounds is an upper one, if the loop goes up to the least of them.
  std::optional<SubscriptBox> extremes =
      cases.ranges.empty() ? std::nullopt : std::optional(cases.ranges.front().second);
  if (cases.ranges.size() > 1)
    for (const auto &[range, other] : cases.ranges) {
      Polynomial variable = Polynomial::of(cases.variable);
      Conditions all = known;
      all.insert(all.end(), cases.inside.begin(), cases.inside.end());
      if (!follows(extremes->high - variable, all) || !follows(variable - extremes->low, all))
        extremes = other;
    }
  if (extremes && cases.ranges.size() > 1) {
    Polynomial variable = Polynomial::of(cases.variable);
    Conditions all = known;
    all.insert(all.end(), cases.inside.begin(), cases.inside.end());
    if (!follows(extremes->high - variable, all) || !follows(variable - extremes->low, all))
      extremes.reset();
  }
  Conditions in_loop = known;
  in_loop.insert(in_loop.end(), cases.inside.begin(), cases.inside.end());
  if (block && block->length) { // in a box, a block goes to its end
    SubscriptBox length{0, block->step};
    inside.widen(*block->length, length, in_loop, "");
    inside.widenTouches(*block->length, length, in_loop, "", false);
    for (size_t i = scaled.records; i < records_.size(); ++i)
      records_[i].total.widen(*block->length, length, in_loop, "");
  }
  const std::string reason = "how its subscript grows with the loops is not known";
  inside.widen(cases.variable, extremes, in_loop, reason);
  inside.widenTouches(cases.variable, extremes, in_loop, reason, false);
  for (size_t i = scaled.records; i < records_.size(); ++i)
    records_[i].total.widen(cases.variable, extremes, in_loop, reason);
  addExecution(inside);
  tally.merge(std::move(inside));
  return true;
}

void OperationCounter::walkMeasured(const Stmt *loop, const Stmt *body, const LoopHeader &header,
                                    const AssignedSet &assigned, Tally &tally,
                                    const std::string &problem) {
  Mark since = mark();
  unsigned bound = bound_loops_;
  Polynomial trips = tripsOf(loop);
  doubt(CountLabel::Measured, loop, problem);
  Frame frame{std::nullopt, header.down ? -header.step : header.step, assigned, false, {}};
  std::optional<Polynomial> first;
  if (header.counter) {
    frame.variable = symbolic::newVariable(header.counter->getNameAsString());
    context_.varying[*frame.variable] = depth() + 1;
    ValuePlace place{{header.counter->getCanonicalDecl()},
                     header.counter->getNameAsString(),
                     header.counter,
                     header.counter->getType()};
    first = single(withoutVarying(environment_.read(place)));
    environment_.write(place, symbolic::casesOf(Polynomial::of(*frame.variable)),
                       context_.place(loop), depth() + 1);
  }
  CountDoubt why = doubts_.back();
  std::optional<SubscriptBox> extremes; // for what is touched, with the average number of trips
  if (first) {
    Polynomial last = *first + frame.step * (trips - 1);
    extremes = header.down ? SubscriptBox{last, *first} : SubscriptBox{*first, last};
  }
  frames_.push_back(frame);
  beginFlow(body, header.counter);
  Tally inside;
  if (bound_loops_ > 0 && --bound_loops_ == 0)
    records_[bound_record_].iterations.add({OperationKind::LoopStep, "", StrideClass::None, ""});
  walk(body, inside);
  bound_loops_ = 0;
  if (header.counter) {
    inside.add({OperationKind::LoopStep, "", StrideClass::None, ""});
    for (const LoopHeader::Bound &bound : header.bounds)
      countExpression(bound.expression, inside);
  } else if (auto *counted = dyn_cast<ForStmt>(loop)) {
    countExpression(counted->getCond(), inside);
    countExpression(counted->getInc(), inside);
  }
  endIteration(inside);
  frame = frames_.back();
  frames_.pop_back();
  Mark scaled = since;
  if (bound > 0)
    scaled.records = bound_record_;
  // Bodies know nothing of the counter, so what is inside does not depend on it.
  Result<void> done = scale(inside, scaled, [&](const Formula &times) -> Result<Formula> {
    return times * Formula(trips);
  });
  (void)done;
  for (size_t i = scaled.records; i < records_.size(); ++i)
    records_[i].node.doubts.push_back(why);
  if (frame.variable) {
    const std::string reason = "its subscript depends on a loop whose bounds are not known";
    inside.widen(*frame.variable, std::nullopt, known_, reason);
    inside.widenTouches(*frame.variable, extremes, known_, reason, true);
    for (size_t i = scaled.records; i < records_.size(); ++i)
      records_[i].total.widen(*frame.variable, std::nullopt, known_, reason);
  }
  addExecution(inside);
  tally.merge(std::move(inside));
}

void OperationCounter::endIteration(Tally &inside) {
  endFlow(inside);
  if (!loop_)
    return;
  inside.ascribe(*loop_);
  TalliedQuantity quantity;
  quantity.loop = *loop_;
  quantity.kind = TalliedQuantity::Iterations;
  inside.add(quantity);
}

/// Behind a loop, where its counts are those of one execution.
void OperationCounter::addExecution(Tally &tally) {
  if (!loop_)
    return;
  TalliedQuantity quantity;
  quantity.loop = *loop_;
  quantity.kind = TalliedQuantity::Executions;
  tally.add(quantity);
  tally.addTouched(*loop_, known_, false);
}

} // namespace tare
