// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/budget_lines.h"

#include "base/text.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tare {

namespace {

/// "8 regions (x.c:59: 650, x.c:12: 40 and 6 more)", the largest first; a place has the most that
/// any tuple left out. Empty: there are none.
std::string regionsText(const std::vector<TupleAccount> &accounts, bool any, bool of_one_thread) {
  constexpr size_t most_named = 4;
  std::map<std::string, uint64_t> counts;
  for (const TupleAccount &account : accounts)
    for (const Thinning::Lonely &lonely : account.thinning.lonely)
      if (lonely.any == any && lonely.of_one_thread == of_one_thread)
        counts[lonely.place] = std::max(counts[lonely.place], lonely.left_out);
  if (counts.empty())
    return "";
  std::vector<std::pair<std::string, uint64_t>> sorted(counts.begin(), counts.end());
  std::ranges::stable_sort(sorted, std::greater(), &std::pair<std::string, uint64_t>::second);
  std::vector<std::string> named;
  for (size_t i = 0; i < std::min(sorted.size(), most_named); ++i)
    named.push_back(sorted[i].first + ": " + std::to_string(sorted[i].second));
  size_t more = sorted.size() - named.size();
  return std::to_string(sorted.size()) + (sorted.size() == 1 ? " region (" : " regions (") +
         joinText(named, ", ") + (more ? " and " + std::to_string(more) + " more)" : ")");
}

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
  std::vector<double> told;
  for (const TupleAccount &account : accounts)
    told.push_back(share(account, account.told_by_pilot));
  budget.told_by_pilot_s = statistics.mean(told).time_s;
  bool any = budget.asked > 0 || budget.left_out_instances > 0 || !budget.constructs.empty();
  return any ? std::optional(budget) : std::nullopt;
}

std::vector<std::string> lonelyNotes(const std::vector<TupleAccount> &accounts) {
  std::vector<std::string> notes;
  for (bool of_one_thread : {false, true}) {
    std::string run = of_one_thread ? "in the run on one thread: " : "";
    if (std::string none = regionsText(accounts, false, of_one_thread); !none.empty())
      notes.push_back(run + "the budget left out executions of " + none +
                      ", and none of these that the log has was measured: only their time is "
                      "known, it is not divided into overheads");
    if (std::string one = regionsText(accounts, true, of_one_thread); !one.empty())
      notes.push_back(run + "one measured execution stands for all others of " + one +
                      ", which the budget left out: how exact that is the bands do not tell");
  }
  return notes;
}

} // namespace tare
