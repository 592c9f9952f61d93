// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/job_figures.h"

#include <algorithm>
#include <map>
#include <optional>

namespace tare {

/// Where it matters: a hundredth of the job's time.
static std::optional<Note> probesNote(const JobFigures &job) {
  constexpr double least = 0.01;
  double taken = job.with_probes_s - job.without_probes_s;
  double apart = job.pessimistic_s - job.optimistic_s;
  if (std::max(taken, apart) <= least * job.with_probes_s)
    return std::nullopt;
  Note note{.rule = "job-probes",
            .figures = {{"with", job.with_probes_s}, {"without", job.without_probes_s}}};
  if (apart > least * job.with_probes_s) {
    note.figures.emplace_back("optimistic", job.optimistic_s);
    note.figures.emplace_back("pessimistic", job.pessimistic_s);
  }
  return note;
}

/// Mean over the threads of all ranks, seconds.
static double mpiSeconds(const InstrumentedRun &run, int threads) {
  double sum = 0;
  forEachRank(run, [&](const InstrumentedRun &rank) {
    sum += rank.mpi ? static_cast<double>(rank.mpi->in_mpi) / rank.profile->ticks_per_second : 0;
  });
  return sum / std::max(1, threads);
}

/// What the rows do not hold, since the run that the job is compared with has it too. Where it
/// matters: a hundredth of the job's time.
static void fillReference(Table &table, const std::vector<Repetition> &repetitions,
                          JobFigures &job) {
  constexpr double least = 0.01;
  double mpi_s = 0, whole_s = 0;
  int count = 0;
  for (const Repetition &repetition : repetitions) {
    const bool is_compared =
        repetition.one && repetition.one->job && repetition.reference != repetition.size();
    if (!is_compared)
      continue;
    mpi_s += mpiSeconds(*repetition.one, repetition.reference.threads);
    whole_s +=
        static_cast<double>(repetition.one->job->total) / repetition.one->profile->ticks_per_second;
    ++count;
  }
  if (count == 0 || mpi_s / count <= least * table.parallel_time.time_s)
    return;
  job.reference_in_mpi = mpi_s / whole_s;
  table.notes.push_back({.rule = "job-reference",
                         .figures = {{"mpi", mpi_s / count},
                                     {"whole", whole_s / count},
                                     {"ranks", std::max(1, repetitions.front().reference.ranks)}}});
}

namespace {

/// Sums over ranks and repetitions, by construct and function.
class WaitsOfRanks {
public:
  /// `per_s`: thread time, in ticks, for one second of the mean.
  void add(const InstrumentedRun &rank, double per_s, std::map<int, RankTimes> &ranks) {
    for (const RankWaitAt &wait : rank.mpi->waits) {
      const Node *node = rank.profile->node(wait.node);
      Sums &sums = places_[{node ? node->id.text() : "", wait.function}];
      double waited_s = static_cast<double>(wait.waited) / per_s;
      sums.waited[rank.rank] += waited_s;
      ranks[rank.rank].waited_s += waited_s;
      if (wait.late_rank < 0)
        continue;
      sums.awaited[wait.late_rank] += waited_s;
      ranks[wait.late_rank].rank = wait.late_rank;
      ranks[wait.late_rank].awaited_s += waited_s;
    }
  }

  std::vector<JobWait> largestFirst() const {
    std::vector<JobWait> waits;
    for (const auto &[place, sums] : places_) {
      JobWait wait{place.first, place.second, 0, most(sums.waited), {}};
      for (const auto &[rank, time_s] : sums.waited)
        wait.sum_s += time_s;
      if (!sums.awaited.empty())
        wait.late = most(sums.awaited);
      if (wait.sum_s > 0)
        waits.push_back(std::move(wait));
    }
    std::ranges::stable_sort(waits, std::greater(), &JobWait::sum_s);
    return waits;
  }

private:
  using ByRank = std::map<int, double>;
  struct Sums {
    ByRank waited, awaited;
  };

  static RankShare most(const ByRank &times) {
    auto [rank, time_s] = *std::ranges::max_element(times, {}, &ByRank::value_type::second);
    return {rank, time_s};
  }

  std::map<std::pair<std::string, std::string>, Sums> places_;
};

} // namespace

void fillJob(Table &table, const std::vector<Repetition> &repetitions) {
  JobFigures job;
  std::map<int, RankTimes> ranks;
  WaitsOfRanks waits;
  auto count = static_cast<double>(repetitions.size());
  for (const Repetition &repetition : repetitions) {
    const InstrumentedRun &run = repetition.instrumented;
    if (!run.job)
      return;
    job.load_balance += run.job->efficiencies.load_balance / count;
    job.serialisation += run.job->efficiencies.serialisation / count;
    job.transfer += run.job->efficiencies.transfer / count;
    double seconds = run.profile->ticks_per_second * count;
    if (run.job->with_probes) {
      job.with_probes_s += static_cast<double>(run.job->with_probes) / seconds;
      job.without_probes_s += static_cast<double>(run.job->total) / seconds;
      job.optimistic_s += static_cast<double>(run.job->optimistic) / seconds;
      job.pessimistic_s += static_cast<double>(run.job->pessimistic) / seconds;
    }
    double per_s = seconds * repetition.size().threadsOfRank();
    forEachRank(run, [&](const InstrumentedRun &rank) {
      RankTimes &times = ranks[rank.rank];
      times.rank = rank.rank;
      times.busy_s += static_cast<double>(rank.mpi->busy) / per_s;
      times.mpi_s += static_cast<double>(rank.mpi->in_mpi) / per_s;
      waits.add(rank, per_s, ranks);
    });
  }
  for (const auto &[number, times] : ranks)
    job.ranks.push_back(times);
  job.waits = waits.largestFirst();
  append(table.notes, probesNote(job));
  fillReference(table, repetitions, job);
  table.job = std::move(job);
}

} // namespace tare
