// SPDX-License-Identifier: Apache-2.0
#include "analyzer/cost/price.h"

#include <algorithm>
#include <map>
#include <ranges>

namespace tare {

namespace {

constexpr double for_what_cannot_be_skipped = 0.5; // a share of the budget

struct PricedGroup {
  Price price;
  std::vector<const PricedConstruct *> members;
};

/// The dearest first.
std::vector<PricedGroup> groupsOf(const std::vector<PricedConstruct> &constructs) {
  std::map<std::string, PricedGroup> by_name;
  for (const PricedConstruct &construct : constructs) {
    bool alone = construct.group.empty();
    PricedGroup &group = by_name[alone ? "node " + construct.id : "group " + construct.group];
    group.price += construct.price;
    group.members.push_back(&construct);
  }
  std::vector<PricedGroup> groups;
  for (auto &[name, group] : by_name)
    groups.push_back(std::move(group));
  std::ranges::stable_sort(groups, std::greater(),
                           [](const PricedGroup &group) { return group.price.least; });
  return groups;
}

} // namespace

Price &Price::operator+=(const Price &more) {
  all += more.all;
  least += more.least;
  counted &= more.counted;
  return *this;
}

bool Purse::pay(const Price &price) {
  bool paid = affords(price);
  spent_ += paid ? price.least : 0;
  return paid;
}

Affordable affordable(const std::vector<PricedConstruct> &constructs, double budget) {
  Affordable result;
  Purse purse(budget * for_what_cannot_be_skipped);
  for (const PricedGroup &group : groupsOf(constructs) | std::views::reverse)
    if (!purse.pay(group.price))
      for (const PricedConstruct *construct : group.members)
        result.unprobed.push_back(*construct);
  std::ranges::stable_sort(result.unprobed, std::greater(),
                           [](const PricedConstruct &construct) { return construct.price.all; });
  result.least = purse.spent();
  return result;
}

} // namespace tare
