// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/job_sentence.h"

#include "base/quantity.h"

#include <algorithm>

namespace tare {

std::string jobSentence(const Table &table) {
  if (!table.job || table.job->ranks.empty())
    return "";
  const JobFigures &job = *table.job;
  double busy_s = 0, mpi_s = 0;
  for (const RankTimes &rank : job.ranks) {
    busy_s += rank.busy_s;
    mpi_s += rank.mpi_s;
  }
  auto percent = [](double part) { return percentText(part) + " %"; };
  std::string reference;
  if (job.reference_in_mpi > 0)
    reference = ", and " + percent(job.reference_in_mpi) +
                " of the run that it is compared with. The MPI rows have what is added";
  auto [least, most] = std::ranges::minmax_element(job.ranks, {}, &RankTimes::busy_s);
  std::string text = "Ranks: load balance " + percent(job.load_balance) + ", serialisation " +
                     percent(job.serialisation) + ", transfer " + percent(job.transfer) +
                     " (100 % is best; starting and ending MPI counts as work). " +
                     percent(busy_s + mpi_s > 0 ? mpi_s / (busy_s + mpi_s) : 0) +
                     " of the job's time is in MPI" + reference + ". ";
  constexpr double alike = 0.01;
  if (least->rank == most->rank)
    return text + "The rank is busy for " + timeText(most->busy_s) + " outside of MPI.";
  if (most->busy_s - least->busy_s <= alike * most->busy_s)
    return text + "All ranks are equally busy, " + timeText(least->busy_s) + " to " +
           timeText(most->busy_s) + " outside of MPI.";
  return text + "Rank " + std::to_string(most->rank) + " is busiest, " + timeText(most->busy_s) +
         " outside of MPI; rank " + std::to_string(least->rank) + " least, " +
         timeText(least->busy_s) + ".";
}

} // namespace tare
