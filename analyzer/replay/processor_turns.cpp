// SPDX-License-Identifier: Apache-2.0
#include "analyzer/replay/processor_turns.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tare {

ProcessorTurns::ProcessorTurns(size_t processors, double turn, size_t processes)
    : turn_(turn), states_(processes), processors_(processors) {}

void ProcessorTurns::advance(Processor &processor, double now) {
  if (processor.process == nobody)
    return;
  State &state = states_[processor.process];
  double passed = now - processor.since;
  state.had += passed;
  state.used += passed;
  state.left = std::max(0.0, state.left - passed);
  processor.since = now;
}

/// Rounded, since equal times are often sums of different parts.
std::tuple<double, uint64_t, uint32_t> ProcessorTurns::keyOf(uint32_t process) const {
  const State &state = states_[process];
  return {std::round(state.had), state.order, process};
}

double ProcessorTurns::leastHad() const {
  double least = ready_.empty() ? never : states_[std::get<2>(*ready_.begin())].had;
  for (const Processor &processor : processors_)
    if (processor.process != nobody)
      least = std::min(least, states_[processor.process].had);
  return least;
}

void ProcessorTurns::makeReady(uint32_t process) {
  states_[process].is_ready = true;
  states_[process].order = ++orders_;
  ready_.insert(keyOf(process));
}

/// Whoever has had the least; nobody, if none is ready.
void ProcessorTurns::fill(double now, size_t i) {
  Processor &processor = processors_[i];
  processor.process = nobody;
  if (ready_.empty())
    return;
  uint32_t process = std::get<2>(*ready_.begin());
  ready_.erase(ready_.begin());
  states_[process].is_ready = false;
  states_[process].processor = i;
  processor = {process, now, now + turn_};
  arrived_.push_back(process);
}

void ProcessorTurns::start(double now, uint32_t process, double amount) {
  for (Processor &processor : processors_)
    advance(processor, now);
  State &state = states_[process];
  state.left = amount;
  if (wants(process))
    return;
  if (double least = leastHad(); least < never)
    state.had = std::max(state.had, least);
  makeReady(process);
  for (size_t i = 0; i < processors_.size(); ++i)
    if (processors_[i].process == nobody)
      return fill(now, i);
  if (ready_.size() > 1)
    return;
  for (Processor &processor : processors_)
    if (double late = now - processor.turn_ends; late > 0)
      processor.turn_ends += turn_ * std::ceil(late / turn_);
}

void ProcessorTurns::leave(double now, uint32_t process) {
  State &state = states_[process];
  if (state.is_ready) {
    ready_.erase(keyOf(process));
    state.is_ready = false;
  } else if (size_t i = state.processor; i != none) {
    advance(processors_[i], now);
    state.processor = none;
    fill(now, i);
  }
}

void ProcessorTurns::putOn(double now, uint32_t process) {
  if (!wants(process))
    start(now, process, never);
  if (isOn(process))
    return;
  auto first = std::ranges::min_element(processors_, {}, &Processor::turn_ends);
  advance(*first, now);
  ready_.erase(keyOf(process));
  states_[process].is_ready = false;
  states_[first->process].processor = none;
  makeReady(first->process);
  *first = {process, now, now + turn_};
  states_[process].processor = static_cast<size_t>(first - processors_.begin());
  arrived_.push_back(process);
}

double ProcessorTurns::used(double now, uint32_t process) const {
  const State &state = states_[process];
  return state.used + (state.processor == none ? 0 : now - processors_[state.processor].since);
}

double ProcessorTurns::next() const {
  double next = never;
  for (const Processor &processor : processors_)
    if (processor.process != nobody) {
      next = std::min(next, processor.since + states_[processor.process].left);
      if (!ready_.empty())
        next = std::min(next, std::max(processor.since, processor.turn_ends));
    }
  return next;
}

uint32_t ProcessorTurns::runNext() {
  double now = next();
  for (Processor &processor : processors_)
    if (processor.process != nobody && processor.since + states_[processor.process].left <= now) {
      advance(processor, now);
      states_[processor.process].left = never;
      return processor.process;
    }
  for (size_t i = 0; i < processors_.size(); ++i)
    if (processors_[i].process != nobody && processors_[i].turn_ends <= now) {
      advance(processors_[i], now);
      uint32_t process = processors_[i].process;
      states_[process].processor = none;
      makeReady(process);
      fill(now, i);
      break;
    }
  return nobody;
}

std::vector<uint32_t> ProcessorTurns::takeArrived() { return std::exchange(arrived_, {}); }

} // namespace tare
