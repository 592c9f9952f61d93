// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/budget_lines.h"

namespace tare {

namespace {

/// Constructs that got no probes because a plan said so.
std::vector<Budget::Construct> plannedOut(const KeyTable &keys) {
  std::vector<Budget::Construct> constructs;
  for (size_t key = 0; key < keys.size(); ++key)
    if (const Node &node = keys.node(static_cast<int>(key)); node.treatment == Treatment::LeftOut)
      constructs.push_back({node.id.text(), node.reason, std::nullopt});
  return constructs;
}

} // namespace

std::optional<Budget> budgetOf(const std::vector<TupleAccount> &accounts, const KeyTable &keys,
                               const TupleStatistics &statistics) {
  auto mean = [&](auto figure) {
    std::vector<double> values;
    for (const TupleAccount &account : accounts)
      values.push_back(figure(account.thinning));
    return statistics.mean(values).time_s;
  };
  Budget budget;
  budget.asked = accounts.front().thinning.budget;
  budget.left_out_instances = mean([](const Thinning &t) { return double(t.left_out); });
  budget.instances = mean([](const Thinning &t) { return double(t.regions); });
  budget.left_out_share = mean([](const Thinning &t) {
    return t.span > 0 ? static_cast<double>(t.left_out_span) / static_cast<double>(t.span) : 0;
  });
  budget.constructs = plannedOut(keys);
  bool any = budget.asked > 0 || budget.left_out_instances > 0 || !budget.constructs.empty();
  return any ? std::optional(budget) : std::nullopt;
}

} // namespace tare
