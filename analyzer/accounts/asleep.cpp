// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/asleep.h"

#include <algorithm>

namespace tare {

namespace {

double beyondCpu(const BalancedAndRun &of, Ticks waited_for_cores) {
  Ticks work = of.balance.serial + waited_for_cores;
  for (const NodeBalance &node : of.balance.nodes)
    work += node.sum(work_states);
  double work_s = static_cast<double>(work) / of.run.profile->ticks_per_second;
  return std::max(work_s - of.run.cpu_s - of.run.runq_s, 0.0);
}

Ticks takenOut(const RunBalance &balance) {
  Ticks sum = balance.serial_off_cpu;
  for (const NodeBalance &node : balance.nodes)
    sum += node[State::OffCpu];
  return sum;
}

} // namespace

double asleepBeyondOne(const BalancedAndRun &many, const BalancedAndRun &one) {
  if (many.run.cpu_s <= 0 || one.run.cpu_s <= 0)
    return 0;
  return std::max(beyondCpu(many, 0) - beyondCpu(one, takenOut(one.balance)), 0.0);
}

bool tellsRunQueue(const Experiment &experiment) {
  auto waited = [](const auto &run) { return run && run->runq_s > 0; };
  return std::ranges::any_of(experiment.repetitions, [&](const Repetition &t) {
    return t.instrumented.runq_s > 0 || waited(t.serial) || waited(t.parallel) ||
           waited(t.plain_one) || waited(t.one);
  });
}

} // namespace tare
