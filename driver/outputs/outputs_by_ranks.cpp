// SPDX-License-Identifier: Apache-2.0
#include "driver/outputs/outputs_by_ranks.h"

#include "analyzer/ledger/roles.h"
#include "base/quantity.h"

#include <algorithm>
#include <utility>

namespace tare {

OutputsByRanks::OutputsByRanks(bool has_serial, int fewest_threads, OutputRules rules,
                               OutputLimits limits)
    : has_serial_(has_serial), fewest_threads_(std::max(1, fewest_threads)),
      rules_(std::move(rules)), limits_(limits) {}

RunOutputs &OutputsByRanks::groupOf(const RunOutput &output) {
  const int ranks = std::max(1, output.size.ranks);
  auto found = groups_.find(ranks);
  if (found != groups_.end())
    return found->second;
  OutputReference reference{role::parallel, {ranks * fewest_threads_, ranks}};
  if (ranks == 1)
    reference = {has_serial_ ? role::serial : role::parallel, {1, output.size.ranks}};
  return groups_.try_emplace(ranks, reference, rules_, limits_).first->second;
}

void OutputsByRanks::add(const RunOutput &output) { groupOf(output).add(output); }

std::vector<OutputsByRanks::Wrong> OutputsByRanks::wrong() const {
  std::vector<Wrong> wrong;
  for (const auto &[ranks, group] : groups_)
    for (const RunOutputs::Judged &run : group.runs())
      if (run.status == OutputStatus::Differs || run.status == OutputStatus::OtherOrder)
        wrong.push_back({run, group.differenceOf(run)});
  return wrong;
}

std::vector<RunOutputs::Judged> OutputsByRanks::runs() const {
  std::vector<RunOutputs::Judged> all;
  for (const auto &[ranks, group] : groups_)
    all.insert(all.end(), group.runs().begin(), group.runs().end());
  return all;
}

Outputs OutputsByRanks::finish() {
  std::optional<Outputs::Difference> between;
  for (const auto &[ranks, group] : groups_)
    if (!between && ranks != groups_.begin()->first)
      between = group.differenceFrom(groups_.begin()->second);
  const bool has_runs =
      std::ranges::any_of(groups_, [](const auto &of) { return !of.second.runs().empty(); });
  Outputs all;
  for (auto &[ranks, group] : groups_) {
    Outputs outputs = group.finish();
    bool has_only_reference = has_runs && group.runs().empty();
    if (!has_only_reference)
      addVerdict(all, outputs, ranks);
  }
  if (groups_.empty())
    all.reason = "no run ended well";
  all.between_ranks = between;
  return all;
}

/// The worst verdict decides, and the largest counts.
void OutputsByRanks::addVerdict(Outputs &all, const Outputs &group, int ranks) const {
  const bool has_verdict = all.status != OutputStatus::NotCompared;
  auto addReason = [&](const std::string &reason) {
    std::string of = groups_.size() > 1 ? "of " + numberOf(ranks, "rank") + ": " : "";
    all.reason += (all.reason.empty() ? "" : "; ") + of + reason;
  };
  if (!group.reason.empty())
    addReason(group.reason);
  else if (ranks > 1 && fewest_threads_ > 1)
    addReason("compared with runs of " + std::to_string(fewest_threads_) + " threads each");
  if (group.status == OutputStatus::NotCompared)
    return;
  if (!has_verdict || group.status > all.status) {
    all.status = group.status;
    all.difference = group.difference;
  }
  all.runs += group.runs;
  all.differing += group.differing;
  all.compared = std::max(all.compared, group.compared);
  all.varying = std::max(all.varying, group.varying);
  all.about_run = std::max(all.about_run, group.about_run);
  all.tiny = std::max(all.tiny, group.tiny);
  all.extra_lines = std::max(all.extra_lines, group.extra_lines);
  all.largest_difference = std::max(all.largest_difference, group.largest_difference);
}

} // namespace tare
