// SPDX-License-Identifier: Apache-2.0
#include "driver/results/schedule.h"

#include <algorithm>

namespace tare {

bool isRole(const std::string &name) {
  return name == role::serial || name == role::parallel || name == role::instrumented ||
         isExtra(name);
}

bool isExtra(const std::string &role) {
  return role == role::ignored || role == role::serial_instrumented || role == role::null;
}

bool isProbed(const std::string &role) {
  return role == role::instrumented || role == role::serial_instrumented;
}

std::vector<PlannedRun> warmUpRuns(const OtherRoles &roles, const std::vector<int> &threads) {
  int most = threads.empty() ? 1 : *std::max_element(threads.begin(), threads.end());
  std::vector<PlannedRun> runs;
  if (roles.serial && !roles.same_source)
    runs.push_back({0, role::serial, 1});
  runs.push_back({0, role::instrumented, most});
  runs.push_back({0, role::parallel, most});
  if (roles.serial && roles.same_source)
    runs.push_back({0, role::serial, 1});
  if (roles.ignored && !roles.quick)
    runs.push_back({0, role::ignored, 1});
  if (roles.serial_instrumented && !roles.quick)
    runs.push_back({0, role::serial_instrumented, 1});
  return runs;
}

std::vector<PlannedRun> runsOfRepetition(int repetition, const OtherRoles &roles,
                                         const std::vector<int> &threads) {
  std::vector<PlannedRun> runs;
  if (roles.serial)
    runs.push_back({repetition, role::serial, 1});
  if (roles.ignored && !roles.quick)
    runs.push_back({repetition, role::ignored, 1});
  if (roles.serial_instrumented && !roles.quick)
    runs.push_back({repetition, role::serial_instrumented, 1});
  if (!roles.quick || std::ranges::count(threads, 1))
    runs.push_back({repetition, role::instrumented, 1});
  if (!roles.serial && !std::ranges::count(threads, 1))
    runs.push_back({repetition, role::parallel, 1});
  for (int p : threads) {
    runs.push_back({repetition, role::parallel, p});
    if (p != 1)
      runs.push_back({repetition, role::instrumented, p});
  }
  if (repetition % 2 == 0)
    std::reverse(runs.begin(), runs.end());
  return runs;
}

std::vector<PlannedRun> nullRunsOfRepetition(int repetition, std::vector<int> threads) {
  threads.push_back(1);
  std::ranges::sort(threads);
  threads.erase(std::ranges::unique(threads).begin(), threads.end());
  std::vector<PlannedRun> runs;
  for (int p : threads)
    for (const char *role : {role::parallel, role::null})
      runs.push_back({repetition, role, p});
  if (repetition % 2 == 0)
    std::reverse(runs.begin(), runs.end());
  return runs;
}

} // namespace tare
