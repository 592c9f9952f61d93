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

namespace {

using RowsOfRanks = std::map<int, std::shared_ptr<const RankRows>>;

RowsOfRanks sharedRows(const Job &job, const JobRows &rows) {
  RowsOfRanks shared;
  for (auto &[rank, of] : rowsByRank(job, rows))
    shared[rank] = std::make_shared<const RankRows>(std::move(of));
  return shared;
}

/// Without what probes took, where the profiles are without it.
Result<void> takeProbesOut(const Job &job, InstrumentedRun &run) {
  std::map<int, RankProbeTimes> times;
  forEachRank(run, [&](const InstrumentedRun &rank) {
    if (rank.probe_times)
      times[rank.rank] = *rank.probe_times;
  });
  if (times.empty())
    return {};
  std::vector<RankProbes> probes = probesOf(job, times);
  TARE_TRY(JobRows rows, rowsWithoutProbes(job, probes, LateMessages::Plain));
  std::vector<RowsOfRanks> bounds;
  for (auto [late, total] : {std::pair(LateMessages::Optimistic, &rows.optimistic),
                             std::pair(LateMessages::Pessimistic, &rows.pessimistic)}) {
    TARE_TRY(JobRows bound, rowsWithoutProbes(job, probes, late));
    *total = bound.total;
    bounds.push_back(sharedRows(job, bound));
  }
  RowsOfRanks plain = sharedRows(job, rows);
  forEachRank(run, [&](InstrumentedRun &rank) {
    rank.mpi = plain[rank.rank];
    for (RowsOfRanks &bound : bounds)
      rank.mpi_bounds.push_back(bound[rank.rank]);
  });
  run.job = std::make_shared<const JobRows>(std::move(rows));
  return {};
}

} // namespace

Result<void> addMessages(const std::string &folder, const RunRecord &run, InstrumentedRun &ranks) {
  TARE_TRY(std::optional<Job> job, jobOfRun(folder, run));
  if (!job)
    return {};
  TARE_TRY(JobRows rows, jobRows(*job));
  RowsOfRanks measured = sharedRows(*job, rows);
  ranks.job = std::make_shared<const JobRows>(std::move(rows));
  std::map<int, Ticks> begins;
  for (const JobRank &rank : job->ranks)
    begins[rank.rank] = rank.begin;
  forEachRank(ranks, [&](InstrumentedRun &rank) {
    rank.mpi = rank.mpi_measured = measured[rank.rank];
    rank.before = begins[rank.rank]; // the messages also align the clocks of several hosts
  });
  return takeProbesOut(*job, ranks);
}

} // namespace tare
