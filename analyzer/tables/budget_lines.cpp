// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/budget_lines.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tare {

namespace {

/// The regions with the most skipped executions first; each has the most that any repetition
/// skipped. Nothing: there are none.
std::optional<Note> lonelyNote(const std::vector<RepetitionAccount> &accounts, bool any,
                               bool of_one_thread) {
  constexpr size_t most_named = 4;
  std::map<std::string, uint64_t> counts;
  for (const RepetitionAccount &account : accounts)
    for (const Thinning::Lonely &lonely : account.thinning.lonely)
      if (lonely.any == any && lonely.of_one_thread == of_one_thread)
        counts[lonely.place] = std::max(counts[lonely.place], lonely.skipped);
  if (counts.empty())
    return std::nullopt;
  std::vector<std::pair<std::string, uint64_t>> sorted(counts.begin(), counts.end());
  std::ranges::stable_sort(sorted, std::greater(), &std::pair<std::string, uint64_t>::second);
  Note note{.rule = any ? "budget-one-measured" : "budget-unmeasured",
            .figures = {{"regions", sorted.size()}, {"one", of_one_thread}}};
  if (sorted.size() > most_named)
    note.figures.emplace_back("more", sorted.size() - most_named);
  sorted.resize(std::min(sorted.size(), most_named));
  for (const auto &[place, skipped] : sorted) {
    note.figures.emplace_back("place", place);
    note.figures.emplace_back("skipped", skipped);
  }
  return note;
}

/// Constructs that got no probes because a plan said so.
std::vector<Budget::Construct> plannedOut(const KeyTable &keys) {
  std::vector<Budget::Construct> constructs;
  for (size_t key = 0; key < keys.size(); ++key)
    if (const Node &node = keys.node(static_cast<int>(key)); node.treatment == Treatment::Unprobed)
      constructs.push_back({node.id.text(), node.reason, std::nullopt});
  return constructs;
}

} // namespace

std::optional<Budget> budgetOf(const Means &means, const KeyTable &keys) {
  auto mean = [&](auto figure) {
    return means.mean([&](const RepetitionAccount &a) { return figure(a.thinning); });
  };
  Budget budget;
  budget.asked = means.accounts().front().thinning.budget;
  budget.skipped_instances = mean([](const Thinning &t) { return t.skipped; });
  budget.instances = mean([](const Thinning &t) { return t.regions; });
  budget.skipped_share = mean([](const Thinning &t) {
    return t.span > 0 ? static_cast<double>(t.skipped_span) / static_cast<double>(t.span) : 0;
  });
  budget.constructs = plannedOut(keys);
  budget.told_by_pilot_s =
      means.mean([](const RepetitionAccount &a) { return share(a, a.told_by_pilot); });
  bool any = budget.asked > 0 || budget.skipped_instances > 0 || !budget.constructs.empty();
  return any ? std::optional(budget) : std::nullopt;
}

std::vector<Note> lonelyNotes(const std::vector<RepetitionAccount> &accounts) {
  std::vector<Note> notes;
  for (bool of_one_thread : {false, true})
    for (bool any : {false, true})
      append(notes, lonelyNote(accounts, any, of_one_thread));
  return notes;
}

} // namespace tare
