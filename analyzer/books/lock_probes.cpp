// SPDX-License-Identifier: Apache-2.0
#include "analyzer/books/lock_probes.h"

#include <algorithm>
#include <cmath>

namespace tare {

RunBalance withShorterLockWaits(RunBalance run, double probes) {
  double held = 0;
  for (const NodeBalance &node : run.nodes)
    if (node.acquisitions > 0)
      held += static_cast<double>(node[State::Work]);
  if (!(probes > 0) || run.threads < 2)
    return run;
  double part = probes / (probes + std::max(held, 0.0));
  Ticks shorter = 0;
  Ticks *longest = nullptr;
  for (NodeBalance &node : run.nodes) {
    Ticks &wait = node[State::Lock];
    if (node.acquisitions == 0 || node.contended == 0 || wait <= 0)
      continue;
    double waited = std::min(
        1.0, static_cast<double>(node.contended) / static_cast<double>(node.acquisitions));
    Ticks less = std::llround(static_cast<double>(wait) * part * waited);
    wait -= less;
    shorter += less;
    if (!longest || wait > *longest)
      longest = &wait;
  }
  if (!longest)
    return run;
  *longest += shorter % run.threads; // less than a tick of wall clock
  run.window -= shorter / run.threads;
  return run;
}

} // namespace tare
