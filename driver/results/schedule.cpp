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

RunSize referenceSize(RunSize size, bool same_ranks) {
  if (size.ranks == 0)
    return 1;
  int ranks = same_ranks ? size.ranks : 1;
  return {ranks, ranks};
}

namespace {

/// What runs of these sizes are compared with, each once.
std::vector<RunSize> referenceSizes(const OtherRoles &roles, const std::vector<RunSize> &sizes) {
  std::vector<RunSize> references;
  for (RunSize size : sizes)
    references.push_back(referenceSize(size, roles.same_ranks));
  std::ranges::sort(references);
  references.erase(std::ranges::unique(references).begin(), references.end());
  return references;
}

bool contains(const std::vector<RunSize> &sizes, RunSize size) {
  return std::ranges::count(sizes, size) > 0;
}

} // namespace

std::vector<PlannedRun> warmUpRuns(const OtherRoles &roles, const std::vector<RunSize> &sizes) {
  RunSize most = sizes.empty() ? RunSize(1) : *std::ranges::max_element(sizes);
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
                                         const std::vector<RunSize> &sizes) {
  std::vector<PlannedRun> runs;
  std::vector<RunSize> references = referenceSizes(roles, sizes);
  if (roles.serial)
    runs.push_back({repetition, role::serial, 1});
  if (roles.ignored && !roles.quick)
    runs.push_back({repetition, role::ignored, 1});
  if (roles.serial_instrumented && !roles.quick)
    runs.push_back({repetition, role::serial_instrumented, 1});
  for (RunSize one : references)
    if (!roles.quick || contains(sizes, one))
      runs.push_back({repetition, role::instrumented, one});
  for (RunSize one : references)
    if (!roles.serial && !contains(sizes, one))
      runs.push_back({repetition, role::parallel, one});
  for (RunSize size : sizes) {
    runs.push_back({repetition, role::parallel, size});
    if (!contains(references, size))
      runs.push_back({repetition, role::instrumented, size});
  }
  if (repetition % 2 == 0)
    std::reverse(runs.begin(), runs.end());
  return runs;
}

std::vector<PlannedRun> nullRunsOfRepetition(int repetition, const OtherRoles &roles,
                                             std::vector<RunSize> sizes) {
  for (RunSize one : referenceSizes(roles, sizes))
    sizes.push_back(one);
  std::ranges::sort(sizes);
  sizes.erase(std::ranges::unique(sizes).begin(), sizes.end());
  std::vector<PlannedRun> runs;
  for (RunSize size : sizes)
    for (const char *role : {role::parallel, role::null})
      runs.push_back({repetition, role, size});
  if (repetition % 2 == 0)
    std::reverse(runs.begin(), runs.end());
  return runs;
}

} // namespace tare
