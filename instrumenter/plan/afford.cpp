// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/plan/afford.h"

#include <algorithm>
#include <map>

namespace tare {

namespace {

constexpr double for_what_cannot_be_thinned = 0.5; // of the budget

struct Group {
  double fixed = 0;
  std::vector<const Price *> prices;
};

std::vector<Group> groupsOf(const std::vector<Price> &prices) {
  std::map<std::string, Group> by_name;
  for (const Price &price : prices) {
    bool alone = price.group.empty();
    Group &group = by_name[alone ? "node " + price.id : "group " + price.group];
    group.fixed += price.fixed;
    group.prices.push_back(&price);
  }
  std::vector<Group> groups;
  for (auto &[name, group] : by_name)
    groups.push_back(std::move(group));
  std::ranges::stable_sort(groups, std::greater(), &Group::fixed);
  return groups;
}

} // namespace

Affordable afford(const std::vector<Price> &prices, double budget) {
  Affordable result;
  for (const Price &price : prices)
    result.fixed += price.fixed;
  for (const Group &group : groupsOf(prices)) {
    if (result.fixed <= budget * for_what_cannot_be_thinned || group.fixed <= 0)
      break;
    result.fixed -= group.fixed;
    for (const Price *price : group.prices)
      result.left_out.push_back({price->id, price->all});
  }
  std::ranges::stable_sort(result.left_out, std::greater(), &TooDear::share);
  result.fixed = std::max(result.fixed, 0.0);
  return result;
}

} // namespace tare
