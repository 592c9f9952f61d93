// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/asleep.h"

#include <algorithm>

namespace tare {

double asleepSeconds(const RunBalance &balance, const InstrumentedRun &run) {
  if (run.cpu_s <= 0)
    return 0;
  Ticks work = balance.serial;
  for (const NodeBalance &node : balance.nodes)
    work += node.work + node.region;
  double work_s = static_cast<double>(work) / run.profile->ticks_per_second;
  return std::max(work_s - run.cpu_s - run.runq_s, 0.0);
}

} // namespace tare
