// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/categories.h"

#include <algorithm>

namespace tare {

const std::vector<CategoryInfo> &allCategories() {
  static const std::vector<CategoryInfo> categories = {
      {category::work_rate, "work rate (memory, cache, clock)", "Information movement"},
      {category::data_access, "data access (caches, memory)", "Information movement"},
      {category::locks, "waiting for locks", "Information movement"},
      {category::barriers, "barriers", "Information movement"},
      {category::user_waits, "user waits (spin on a flag)", "Information movement"},
      {category::load_imbalance, "load imbalance", "Critical path"},
      {category::replicated_work, "replicated work", "Critical path"},
      {category::unparallelised, "unparallelised code", "Critical path"},
      {category::partially_parallelised, "partially parallelised code", "Critical path"},
      {category::user_scheduling, "loop scheduling", "Parallelism management"},
      {category::runtime_scheduling, "fetching tasks", "Parallelism management"},
      {category::task_creation, "creating tasks", "Parallelism management"},
      {category::fork_join, "fork and join", "Parallelism management"},
      {category::startup, "first use of the OpenMP runtime", "Parallelism management"},
      {category::additional_computation, "additional computation", "Additional computation"},
      {category::instruction_level, "instruction level (compiler)", "Additional computation"},
      {category::off_cpu, "without a core (off CPU)", "Machine"},
      {category::own_cost, "set-up of the probes", "Measurement"},
      {category::unidentified, "unidentified", "Unidentified"},
  };
  return categories;
}

std::string labelOf(std::string_view category) {
  auto found = std::ranges::find(allCategories(), category, &CategoryInfo::name);
  return std::string(found == allCategories().end() ? category : found->label);
}

} // namespace tare
