// SPDX-License-Identifier: Apache-2.0
#include "driver/results/run_messages.h"

#include "base/files.h"
#include "base/text.h"

#include <algorithm>
#include <map>

namespace tare {

Result<std::optional<Job>> jobOfRun(const std::string &folder, const RunRecord &run) {
  auto has = [](const RankRecord &rank) { return !rank.messages.empty(); };
  if (std::ranges::none_of(run.of_ranks, has))
    return std::optional<Job>();
  std::vector<RankLog> logs;
  std::vector<RankWindow> windows;
  for (const RankRecord &rank : run.of_ranks) {
    if (rank.messages.empty())
      return Error{"rank " + std::to_string(rank.rank) + " of run " + std::to_string(run.number) +
                       " left no message file",
                   folder, "measure again"};
    std::string path = realPath(folder + "/" + rank.messages);
    if (!startsWith(path, realPath(folder) + "/"))
      return Error{"a message file leads out of the folder", rank.messages, "measure again"};
    TARE_TRY(RankLog log, readRankLogFile(path));
    Ticks begin = static_cast<Ticks>(static_cast<uint64_t>(rank.begin_tick) - log.start_tick);
    windows.push_back({begin, begin + rank.window_ticks, run.size().threadsOfRank()});
    logs.push_back(std::move(log));
  }
  TARE_TRY(Matching matching, matchMessages(logs));
  JobClock clock = alignClocks(logs, matching);
  return std::optional<Job>(makeJob(logs, matching, clock, windows));
}

Result<void> addMessages(const std::string &folder, const RunRecord &run, InstrumentedRun &ranks) {
  TARE_TRY(std::optional<Job> job, jobOfRun(folder, run));
  if (!job)
    return {};
  TARE_TRY(JobRows made, jobRows(*job));
  auto rows = std::make_shared<const JobRows>(std::move(made));
  std::map<int, std::shared_ptr<const RankRows>> by_rank;
  for (size_t i = 0; i < rows->ranks.size(); ++i)
    by_rank[job->ranks[i].rank] = {rows, &rows->ranks[i]};
  ranks.job = rows;
  std::map<int, Ticks> begins;
  for (const JobRank &rank : job->ranks)
    begins[rank.rank] = rank.begin;
  forEachRank(ranks, [&](InstrumentedRun &rank) {
    rank.mpi = by_rank[rank.rank];
    rank.before = begins[rank.rank]; // the messages also align the clocks of several hosts
  });
  return {};
}

} // namespace tare
