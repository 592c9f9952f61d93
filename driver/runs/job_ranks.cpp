// SPDX-License-Identifier: Apache-2.0
#include "driver/runs/job_ranks.h"

#include "base/quantity.h"
#include "base/text.h"
#include "driver/runs/window_choice.h"

#include <algorithm>
#include <map>

namespace tare {
namespace {

/// "0, 2 and 5": at most so many of them.
std::string numbersText(const std::vector<int> &numbers) {
  constexpr size_t most = 6;
  std::vector<std::string> shown;
  for (int number : numbers)
    if (shown.size() < most)
      shown.push_back(std::to_string(number));
  if (numbers.size() > most)
    shown.push_back("and " + std::to_string(numbers.size() - most) + " more");
  return joinText(shown, ", ");
}

/// When it began, on its host's clock. 0: not known.
uint64_t beginOf(const RankFiles &rank) {
  return rank.profile ? rank.profile->start_tick : rank.window ? rank.window->start_tick : 0;
}

std::string hostOf(const RankFiles &rank) { return rank.window ? rank.window->host : ""; }

void addCount(std::optional<uint64_t> &sum, const std::optional<uint64_t> &more) {
  if (sum && more)
    *sum += *more;
  else
    sum.reset();
}

void addCounts(SystemCounts &sum, const SystemCounts &more) {
  addCount(sum.faults, more.faults);
  addCount(sum.switches, more.switches);
  addCount(sum.migrations, more.migrations);
  addCount(sum.instructions, more.instructions);
  addCount(sum.cycles, more.cycles);
  addCount(sum.reference_cycles, more.reference_cycles);
}

} // namespace

int ranksIn(const std::vector<Window> &windows) {
  int ranks = 0;
  for (const Window &window : windows)
    if (window.rank >= 0)
      ranks = std::max({ranks, window.ranks, window.rank + 1});
  return ranks;
}

Result<std::vector<RankFiles>> jobRanks(const std::vector<Window> &windows,
                                        const std::vector<std::shared_ptr<const Profile>> &profiles,
                                        const std::vector<std::string> &command, RunSize size) {
  std::map<int, std::vector<Window>> by_rank; // a shell around the program has its rank, too
  for (const Window &window : windows)
    if (window.rank >= 0)
      by_rank[window.rank].push_back(window);
  std::map<int, RankFiles> found;
  for (const auto &profile : profiles) {
    if (profile->rank < 0)
      continue;
    RankFiles &rank = found[profile->rank];
    if (!rank.profile || profile->regions > rank.profile->regions)
      rank.profile = profile;
  }
  for (const auto &[number, group] : by_rank) {
    RankFiles &rank = found[number];
    if (rank.profile)
      for (const Window &window : group)
        if (window.pid == rank.profile->pid)
          rank.window = window;
    if (!rank.window)
      rank.window = likeliestWindow(group, command, size.threadsOfRank());
  }
  if (found.empty())
    return Error{"no process of this job says which rank it is", quoteCommand(command),
                 "start it by mpirun or srun, or leave out --ranks"};
  int ranks = std::max(ranksIn(windows), found.rbegin()->first + 1);
  if (ranks != size.ranks)
    return Error{"the job has " + numberOf(ranks, "rank") + ", and --ranks says " +
                     std::to_string(size.ranks),
                 quoteCommand(command), "write {ranks} where the command says how many"};
  std::vector<int> missing;
  std::vector<RankFiles> all;
  for (int number = 0; number < size.ranks; ++number) {
    auto rank = found.find(number);
    if (rank == found.end())
      missing.push_back(number);
    else
      all.push_back(rank->second);
    if (rank != found.end())
      all.back().rank = number;
  }
  if (!missing.empty())
    return Error{
        std::string(missing.size() == 1 ? "rank " : "ranks ") + numbersText(missing) + " of " +
            std::to_string(size.ranks) + " left no data",
        quoteCommand(command),
        "was it killed, does it end by _exit, or another rank without MPI_Finalize, so that "
        "the launcher ended it? Are its files on a disk that only its node sees?"};
  return all;
}

std::optional<Window> jobWindow(const std::vector<RankFiles> &ranks) {
  if (std::ranges::any_of(ranks, [](const RankFiles &rank) { return !rank.window; }))
    return std::nullopt;
  Window job = *ranks.front().window;
  uint64_t earliest = UINT64_MAX;
  for (const RankFiles &rank : ranks)
    if (hostOf(rank) == hostOf(ranks.front()))
      earliest = std::min(earliest, rank.window->start_tick);
  for (const RankFiles &rank : ranks) {
    const Window &window = *rank.window;
    bool is_here = hostOf(rank) == hostOf(ranks.front()) && window.clock == job.clock;
    Ticks begin = is_here ? static_cast<Ticks>(window.start_tick - earliest) : 0;
    Ticks ticks = window.clock == job.clock
                      ? window.ticks
                      : static_cast<Ticks>(window.seconds * job.ticks_per_second);
    job.ticks = std::max(job.ticks, begin + ticks);
    if (&rank == &ranks.front())
      continue;
    job.runq_ns += window.runq_ns;
    job.cpu_ns += window.cpu_ns;
    job.threads += window.threads;
    addCounts(job.counts, window.counts);
  }
  job.seconds = static_cast<double>(job.ticks) / job.ticks_per_second;
  job.rank = -1;
  return job;
}

std::string ranksWithFewCores(const std::vector<std::shared_ptr<const Profile>> &profiles,
                              RunSize size) {
  std::vector<int> ranks;
  uint32_t least = UINT32_MAX;
  for (const auto &profile : profiles) {
    bool is_told = profile->rank >= 0 && profile->cores_allowed > 0;
    if (!is_told || profile->cores_allowed >= static_cast<uint32_t>(size.threadsOfRank()))
      continue;
    ranks.push_back(profile->rank);
    least = std::min(least, profile->cores_allowed);
  }
  if (ranks.empty())
    return "";
  std::ranges::sort(ranks);
  return std::string(ranks.size() == 1 ? "rank " : "ranks ") + numbersText(ranks) + " may use " +
         numberOf(least, "CPU") + " for " + numberOf(size.threadsOfRank(), "thread") +
         ": the launcher binds each to that (mpirun: --bind-to none, or --map-by slot:PE=" +
         std::to_string(size.threadsOfRank()) + "; srun: -c " +
         std::to_string(size.threadsOfRank()) +
         ", since it does not inherit --cpus-per-task of the batch script)";
}

std::vector<RankRecord> rankRecords(const std::vector<RankFiles> &ranks) {
  std::vector<RankRecord> records;
  for (const RankFiles &rank : ranks) {
    RankRecord record;
    record.rank = rank.rank;
    record.host = hostOf(rank);
    record.window_ticks = rank.profile  ? rank.profile->window
                          : rank.window ? rank.window->ticks
                                        : 0;
    record.begin_tick = static_cast<int64_t>(beginOf(rank));
    records.push_back(std::move(record));
  }
  return records;
}

} // namespace tare
