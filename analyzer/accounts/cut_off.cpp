// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/cut_off.h"

#include "base/text.h"

namespace tare {

static std::string ranksText(const std::vector<int> &ranks) {
  constexpr size_t most = 6;
  std::vector<std::string> shown;
  for (size_t i = 0; i < std::min(most, ranks.size()); ++i)
    shown.push_back(std::to_string(ranks[i]));
  if (ranks.size() > most)
    shown.push_back("and " + std::to_string(ranks.size() - most) + " more");
  return (ranks.size() == 1 ? "rank " : "ranks ") + joinText(shown, ", ");
}

std::vector<Note> cutOffNotes(const InstrumentedRun &run) {
  std::map<std::string, std::vector<int>> ranks;
  forEachRank(run, [&](const InstrumentedRun &rank) {
    if (rank.profile->cut_off)
      ranks[rank.profile->cut_reason].push_back(rank.rank);
  });
  std::vector<Note> notes;
  for (const auto &[reason, of] : ranks) {
    notes.push_back({.rule = "cut-off", .figures = {{"reason", reason}}});
    if (!run.others.empty())
      notes.back().figures.emplace_back("ranks", ranksText(of));
  }
  return notes;
}

} // namespace tare
