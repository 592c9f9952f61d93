// SPDX-License-Identifier: Apache-2.0
#include "analyzer/replay/fair_share.h"

#include <algorithm>

namespace tare {

FairShare::FairShare(const std::vector<ProcessorGroup> &groups, WaitPolicy policy, Ended ended)
    : policy_(policy), ended_(std::move(ended)) {
  for (const ProcessorGroup &group : groups) {
    groups_.emplace_back(group.processors);
    for (uint32_t process : group.processes) {
      processes_.resize(std::max<size_t>(processes_.size(), process + 1));
      processes_[process].group = static_cast<uint32_t>(groups_.size() - 1);
    }
  }
  unknown_ = processes_.size();
}

void FairShare::add(uint32_t process, const SharedStep &step) {
  Process &p = processes_[process];
  if (p.steps.empty()) {
    --unknown_;
    ready_.insert(process);
  }
  p.steps.push_back(step);
  ++kept_steps_;
}

void FairShare::finish(uint32_t process) {
  Process &p = processes_[process];
  p.ends = true;
  if (!p.steps.empty())
    return;
  p.state = State::Finished;
  --unknown_;
  ++finished_;
}

void FairShare::run() {
  do {
    while (!ready_.empty()) {
      uint32_t process = *ready_.begin();
      ready_.erase(ready_.begin());
      begin(process);
    }
  } while (unknown_ == 0 && runNext());
}

void FairShare::begin(uint32_t process) {
  double demand = processes_[process].steps.front().demand;
  if (demand > 0)
    makeRunnable(process, State::Runs, demand);
  else
    reach(process);
}

// The earliest of all groups and of those that are released: of one moment the lowest process.
bool FairShare::runNext() {
  std::pair<double, uint32_t> next = {never, 0};
  if (!latent_.empty())
    next = *latent_.begin();
  for (const ProcessorShare &group : groups_)
    if (group.isAnyDue())
      next = std::min(next, {std::max(group.next(), now_), group.nextProcess()});
  if (next.first == never)
    return false;
  now_ = next.first;
  isDue(next.second);
  return true;
}

void FairShare::isDue(uint32_t process) {
  Process &p = processes_[process];
  if (p.state == State::Latent) {
    latent_.erase(latent_.begin());
    leave(process);
    return;
  }
  groups_[p.group].end(now_, process, p.due);
  if (std::exchange(p.state, State::Between) == State::Runs)
    reach(process);
  else
    p.state = State::Sleeps;
}

void FairShare::makeRunnable(uint32_t process, State state, double amount) {
  Process &p = processes_[process];
  p.state = state;
  p.due = groups_[p.group].start(now_, process, amount);
}

void FairShare::stopRunning(uint32_t process) {
  Process &p = processes_[process];
  if (p.state == State::Runs || p.state == State::Spins)
    groups_[p.group].stop(now_, process, p.due);
}

void FairShare::reach(uint32_t process) {
  Process &p = processes_[process];
  p.reached = now_;
  p.state = State::Between;
  const SharedStep &step = p.steps.front();
  if (step.raises)
    raise(step.raises);
  if (step.awaits.id)
    await(process);
  else
    release(process, now_);
}

void FairShare::raise(uint64_t id) {
  Happening &event = events_[id];
  ++event.raised;
  event.at = now_;
  if (!event.hasHappened())
    return;
  std::vector<uint32_t> waiting = std::move(event.waiting);
  event.waiting.clear();
  for (uint32_t process : waiting)
    release(process, now_);
}

void FairShare::await(uint32_t process) {
  Process &p = processes_[process];
  const SharedEvent &awaited = p.steps.front().awaits;
  Happening &event = events_[awaited.id];
  event.needed = awaited.raised;
  if (event.hasHappened())
    return release(process, event.at);
  event.waiting.push_back(process);
  if (policy_.spins > 0)
    makeRunnable(process, State::Spins, policy_.spins);
  else
    p.state = State::Sleeps;
}

void FairShare::release(uint32_t process, double event_at) {
  Process &p = processes_[process];
  const SharedStep &step = p.steps.front();
  double goes_on = std::max(event_at, p.reached) + step.latency;
  if (p.state == State::Sleeps)
    goes_on += policy_.wake;
  stopRunning(process);
  if (uint64_t id = step.awaits.id; id && ++events_[id].passed == step.awaits.awaited_by)
    events_.erase(id);
  if (goes_on <= now_)
    return leave(process);
  p.state = State::Latent;
  latent_.insert({goes_on, process});
}

void FairShare::leave(uint32_t process) {
  Process &p = processes_[process];
  ended_(process, p.number, {p.reached, now_});
  p.steps.pop_front();
  --kept_steps_;
  ++p.number;
  p.state = State::Between;
  if (!p.steps.empty()) {
    ready_.insert(process);
  } else if (p.ends) {
    p.state = State::Finished;
    ++finished_;
  } else {
    ++unknown_;
  }
}

bool FairShare::isOver() const {
  return unknown_ == 0 && ready_.empty() && latent_.empty() &&
         std::ranges::all_of(groups_,
                             [](const ProcessorShare &group) { return !group.isAnyDue(); });
}

std::vector<uint32_t> FairShare::stuck() const {
  std::vector<uint32_t> processes;
  for (uint32_t process = 0; process < processes_.size(); ++process)
    if (State state = processes_[process].state; state == State::Sleeps || state == State::Spins)
      processes.push_back(process);
  return processes;
}

} // namespace tare
