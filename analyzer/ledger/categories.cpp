// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/categories.h"

#include "base/nearest.h"
#include "base/text.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace tare {

const std::vector<CategoryInfo> &allCategories() {
  static const std::vector<CategoryInfo> categories = {
      {category::work_rate, "work inflation: memory, cache, clock", "Information movement",
       "memory, cache, clock"},
      {category::data_access, "work inflation: data access", "Information movement",
       "data access (caches, memory)"},
      {category::locks, "waiting for locks", "Information movement", "waiting for locks"},
      {category::barriers, "barriers", "Information movement", "barriers"},
      {category::user_waits, "spinning on a flag", "Information movement", "spinning on a flag"},
      {category::load_imbalance, "load imbalance", "Critical path", "load imbalance"},
      {category::replicated_work, "replicated work", "Critical path", "replicated work"},
      {category::unparallelised, "unparallelised code", "Critical path", "unparallelised code"},
      {category::partially_parallelised, "too little parallel work", "Critical path",
       "too little parallel work"},
      {category::user_scheduling, "loop scheduling", "Parallelism management", "loop scheduling"},
      {category::runtime_scheduling, "idle although tasks were ready", "Parallelism management",
       "idle although tasks were ready"},
      {category::task_creation, "creating tasks", "Parallelism management", "creating tasks"},
      {category::fork_join, "fork and join", "Parallelism management", "fork and join"},
      {category::startup, "starting the OpenMP runtime", "Parallelism management",
       "starting the OpenMP runtime"},
      {category::additional_computation, "work inflation: extra code", "Extra code", "extra code"},
      {category::instruction_level, "work inflation: compiler", "Extra code", "compiler"},
      {category::mpi_start, "MPI: start and end", "MPI", "start and end"},
      {category::mpi_imbalance, "MPI: imbalance of ranks", "MPI", "imbalance of ranks"},
      {category::mpi_serialisation, "MPI: serialisation", "MPI", "serialisation"},
      {category::mpi_transfer, "MPI: transfer", "MPI", "transfer"},
      {category::off_cpu, "waiting for a CPU", "Machine", "waiting for a CPU"},
      {category::own_cost, "setting up the measurement", "Measurement",
       "setting up the measurement"},
      {category::unidentified, "unexplained", "Unexplained", "unexplained"},
  };
  return categories;
}

namespace {

const CategoryInfo *infoOf(std::string_view category) {
  auto found = std::ranges::find(allCategories(), category, &CategoryInfo::name);
  return found == allCategories().end() ? nullptr : &*found;
}

/// Lower case, words parted by one blank.
std::string plain(std::string_view name) {
  std::string text;
  for (char c : name) {
    bool parts = c == '_' || c == '-' || c == ' ';
    if (parts && (text.empty() || text.back() == ' '))
      continue;
    text += parts ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return std::string(trimText(text));
}

/// What follows the last dot.
std::string_view lastPart(std::string_view name) { return name.substr(name.rfind('.') + 1); }

} // namespace

bool isWork(std::string_view category) {
  return std::ranges::find(category::work, category) != std::end(category::work);
}

std::string labelOf(std::string_view category) {
  const CategoryInfo *info = infoOf(category);
  return std::string(info ? info->label : category);
}

std::string labelInGroup(std::string_view category) {
  const CategoryInfo *info = infoOf(category);
  return std::string(info ? info->in_group : category);
}

std::string categoryNamed(std::string_view name, std::vector<std::string> &likely) {
  std::string wanted = plain(name);
  std::vector<std::string> found;
  for (const CategoryInfo &info : allCategories()) {
    if (wanted == plain(info.label) || wanted == plain(info.name))
      return std::string(info.name);
    if (endsWith("." + plain(info.name), "." + wanted))
      found.emplace_back(info.name);
  }
  if (found.size() == 1)
    return found.front();
  likely = found;
  std::set<std::string> names;
  for (const CategoryInfo &info : allCategories()) {
    names.emplace(info.label);
    names.emplace(lastPart(info.name));
  }
  if (likely.empty())
    likely = nearestNames(wanted, names);
  return "";
}

} // namespace tare
