// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/job_figures.h"

#include <map>

namespace tare {

void fillJob(Table &table, const std::vector<Repetition> &repetitions) {
  JobFigures job;
  std::map<int, RankTimes> ranks;
  auto count = static_cast<double>(repetitions.size());
  for (const Repetition &repetition : repetitions) {
    const InstrumentedRun &run = repetition.instrumented;
    if (!run.job)
      return;
    job.load_balance += run.job->efficiencies.load_balance / count;
    job.serialisation += run.job->efficiencies.serialisation / count;
    job.transfer += run.job->efficiencies.transfer / count;
    double per_s = run.profile->ticks_per_second * repetition.size().threadsOfRank() * count;
    forEachRank(run, [&](const InstrumentedRun &rank) {
      RankTimes &times = ranks[rank.rank];
      times.rank = rank.rank;
      times.busy_s += static_cast<double>(rank.mpi->busy) / per_s;
      times.mpi_s += static_cast<double>(rank.mpi->in_mpi) / per_s;
    });
  }
  for (const auto &[number, times] : ranks)
    job.ranks.push_back(times);
  table.job = std::move(job);
}

} // namespace tare
