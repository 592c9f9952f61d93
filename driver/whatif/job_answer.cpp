// SPDX-License-Identifier: Apache-2.0
#include "driver/whatif/job_answer.h"

#include "analyzer/jobs/job_probes.h"

#include <cmath>

namespace tare {
namespace {

/// As the table's own rows are made: without what probes took, across messages.
Result<Job> withoutProbesOf(const InstrumentedRun &run, const Job &job) {
  std::map<int, RankProbeTimes> times;
  forEachRank(run, [&](const InstrumentedRun &rank) {
    if (rank.probe_times)
      times[rank.rank] = *rank.probe_times;
  });
  if (times.empty())
    return job;
  return jobWithoutProbes(job, probesOf(job, times), LateMessages::Plain);
}

bool areOfOneJob(const RankRows &was, const RankRows &then) {
  if (was.at.size() != then.at.size())
    return false;
  for (size_t i = 0; i < was.at.size(); ++i)
    if (was.at[i].node != then.at[i].node || was.at[i].in_region != then.at[i].in_region)
      return false;
  return true;
}

/// What its calls are shorter then counts as what probes took of them does: the rank ends earlier.
void setRows(InstrumentedRun &rank, RankRows then, int threads) {
  Ticks shorter = 0;
  for (size_t i = 0; i < then.at.size(); ++i) {
    const RankMpiAt &was = rank.mpi->at[i];
    then.at[i].probes = was.measured() - then.at[i].rows.sum();
    shorter += was.rows.sum() - then.at[i].rows.sum();
  }
  rank.shortened = shorter / threads;
  rank.mpi = std::make_shared<const RankRows>(std::move(then));
  rank.mpi_measured = nullptr;
  rank.mpi_bounds.clear();
  rank.measured = nullptr;
}

} // namespace

Result<Repetition> predictedRepetition(const Repetition &repetition, const Job &job,
                                       const JobScenario &scenario, double ratio) {
  Repetition result = repetition;
  InstrumentedRun &run = result.instrumented;
  TARE_TRY(Job bare, withoutProbesOf(run, job));
  TARE_TRY(PredictedJob predicted, predictJob(bare, scenario));
  std::map<int, RankRows> rows = rowsByRank(bare, predicted.after);
  bool fits = true;
  forEachRank(run, [&](InstrumentedRun &rank) {
    auto then = rows.find(rank.rank);
    fits = fits && rank.mpi && then != rows.end() && areOfOneJob(*rank.mpi, then->second);
    if (fits)
      setRows(rank, std::move(then->second), result.size().threadsOfRank());
  });
  if (!fits)
    return Error{"the messages of repetition " + std::to_string(repetition.number) +
                     " do not fit its ranks",
                 "", "measure again"};
  run.job = std::make_shared<const JobRows>(std::move(predicted.after));
  if (result.parallel)
    result.parallel->ticks = std::llround(static_cast<double>(result.parallel->ticks) * ratio);
  return result;
}

} // namespace tare
