// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/run_notes.h"

#include "instrumenter/nodes/shown_file.h"

#include <algorithm>
#include <optional>

namespace tare {

namespace {

/// Starting a process, and a few page faults, are as long.
constexpr double too_short_s = 1e-3;

bool hasCounts(const RepetitionAccount &account) {
  return !account.cut_off && account.thinning.skipped == 0 && account.told_by_pilot == 0;
}

/// Executions of one construct, over all runs.
struct Counts {
  double low = 0, high = 0; // executions, of a loop its iterations
  double time_s = 0;        // of all threads / p, mean

  double spread() const { return time_s * (high - low) / high; }
};

/// Nothing: some run has no count.
std::optional<Counts> countsOf(const std::vector<RepetitionAccount> &accounts, int key) {
  Counts counts;
  for (const RepetitionAccount &account : accounts) {
    auto found = account.work.find(key);
    if (found == account.work.end() || found->second.executions_many == 0)
      return std::nullopt;
    auto count = static_cast<double>(found->second.executions_many);
    counts.low = counts.low > 0 ? std::min(counts.low, count) : count;
    counts.high = std::max(counts.high, count);
    counts.time_s += share(account, found->second.many) / static_cast<double>(accounts.size());
  }
  return counts;
}

Note noteOf(const Node &node, const Counts &counts, RunSize size) {
  return {.rule = "unlike-runs",
          .construct = node.id.text(),
          .figures = {{"size", sizeText(size)},
                      {"place", shownPlace(node)},
                      {"low", counts.low},
                      {"high", counts.high},
                      {"loop", node.kind == NodeKind::For}}};
}

std::optional<Note> unlikeRuns(const std::vector<RepetitionAccount> &accounts, const KeyTable &keys,
                               double parallel_s, RunSize size) {
  constexpr double clearly = 1.05, of_time = 0.1;
  if (!std::ranges::all_of(accounts, hasCounts))
    return std::nullopt;
  std::optional<Counts> most;
  int at = -1;
  for (const auto &[key, work] : accounts.front().work) {
    std::optional<Counts> counts = countsOf(accounts, key);
    if (!counts || counts->time_s < of_time * parallel_s || counts->high <= clearly * counts->low)
      continue;
    if (!most || counts->spread() > most->spread())
      most = counts, at = key;
  }
  if (!most)
    return std::nullopt;
  return noteOf(keys.node(at), *most, size);
}

} // namespace

std::vector<Note> runNotes(const std::vector<RepetitionAccount> &accounts, const KeyTable &keys,
                           double parallel_s, RunSize size) {
  std::vector<Note> notes;
  if (parallel_s > 0 && parallel_s < too_short_s)
    notes.push_back({"too-short"});
  append(notes, unlikeRuns(accounts, keys, parallel_s, size));
  return notes;
}

} // namespace tare
