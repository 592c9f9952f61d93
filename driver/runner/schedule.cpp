// SPDX-License-Identifier: Apache-2.0
#include "driver/runner/schedule.h"

#include <algorithm>

namespace tare {

std::vector<PlannedRun> warmUpRuns(bool has_serial, const std::vector<int> &threads) {
  int most = threads.empty() ? 1 : *std::max_element(threads.begin(), threads.end());
  std::vector<PlannedRun> runs;
  if (has_serial)
    runs.push_back({0, role::serial, 1});
  runs.push_back({0, role::instrumented, most});
  runs.push_back({0, role::parallel, most});
  return runs;
}

std::vector<PlannedRun> runsOfTuple(int tuple, bool has_serial, const std::vector<int> &threads) {
  std::vector<PlannedRun> runs;
  if (has_serial)
    runs.push_back({tuple, role::serial, 1});
  runs.push_back({tuple, role::instrumented, 1});
  for (int p : threads) {
    runs.push_back({tuple, role::parallel, p});
    if (p != 1)
      runs.push_back({tuple, role::instrumented, p});
  }
  if (tuple % 2 == 0)
    std::reverse(runs.begin(), runs.end());
  return runs;
}

} // namespace tare
