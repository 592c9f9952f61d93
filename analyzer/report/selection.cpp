// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/selection.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tare {
namespace {

/// At every p, so that all blocks of a report have the same lines.
bool smallEverywhere(const Ledger &ledger, const std::string &category) {
  return std::all_of(ledger.tables.begin(), ledger.tables.end(), [&](const Table &table) {
    return std::fabs(timeOf(table, category)) < folding_share * table.parallel_time.time_s;
  });
}

std::string groupOf(const CategoryInfo &info) {
  return std::string(isWork(info.name) ? work_group : info.group);
}

/// Work first, then the paper's order; unidentified is added last.
std::vector<CategoryInfo> inOrderShown() {
  std::vector<CategoryInfo> order;
  for (std::string_view first : category::work)
    for (const CategoryInfo &info : allCategories())
      if (info.name == first)
        order.push_back(info);
  for (const CategoryInfo &info : allCategories())
    if (groupOf(info) != work_group && info.name != category::unidentified)
      order.push_back(info);
  return order;
}

bool isKnown(const std::string &category) {
  return std::ranges::count(allCategories(), category, &CategoryInfo::name) > 0;
}

/// Categories that only a later version knows.
std::vector<std::string> unknownCategories(const Ledger &ledger) {
  std::vector<std::string> names;
  for (const Table &table : ledger.tables)
    for (const LedgerLine &line : table.overheads)
      if (!isKnown(line.category) &&
          std::find(names.begin(), names.end(), line.category) == names.end())
        names.push_back(line.category);
  return names;
}

} // namespace

std::string shortLabel(const std::string &label) {
  static const std::map<std::string, std::string> shorter = {
      {"memory, cache, clock", "memory, clock"},
      {"data access (caches, memory)", "data access"},
      {"too little parallel work", "little parallel work"},
      {"idle although tasks were ready", "idle, tasks were ready"},
      {"starting the OpenMP runtime", "starting OpenMP"},
      {"setting up the measurement", "measurement set-up"},
      {"Amdahl: serial share; limit", "Amdahl: serial; limit"},
      {"contended; held, of T_p", "contended; held"}};
  auto found = shorter.find(label);
  return found == shorter.end() ? label : found->second;
}

Selection selectLeaves(const Ledger &ledger) {
  Selection selection;
  auto add = [&](const std::string &category, const std::string &group) {
    if (smallEverywhere(ledger, category))
      selection.folded.push_back(category);
    else
      selection.leaves.push_back({category, labelInGroup(category), group});
  };
  for (const CategoryInfo &info : inOrderShown())
    add(std::string(info.name), groupOf(info));
  for (const std::string &category : unknownCategories(ledger))
    add(category, "Further categories");
  std::string unidentified(category::unidentified);
  selection.leaves.push_back({unidentified, "Unexplained", ""});
  return selection;
}

} // namespace tare
