// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/team_notes.h"

#include "analyzer/ledger/teams.h"

namespace tare {

std::optional<Note> moreThreadsNote(double mean_threads_in_regions, int threads) {
  if (!isMoreThan(mean_threads_in_regions, threads))
    return std::nullopt;
  return Note{.rule = "own-number-of-threads",
              .figures = {{"threads", threads}, {"one", threads == 1}}};
}

std::optional<Note> surplusNote(const RunBalance &run, int threads) {
  Ticks beyond = 0;
  for (const NodeBalance &node : run.nodes)
    beyond += node[State::Surplus];
  double share = run.window > 0 ? static_cast<double>(beyond) / static_cast<double>(run.window) : 0;
  if (share < 0.02 * threads)
    return std::nullopt;
  return Note{.rule = "surplus-threads", .figures = {{"threads", threads}}};
}

} // namespace tare
