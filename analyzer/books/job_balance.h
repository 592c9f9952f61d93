// SPDX-License-Identifier: Apache-2.0
// The balances of a job's ranks -> the balance of the job (docs/explanation/jobs.md).
//
//   RunBalance of each rank, when it began and ended -> [job balance] -> closeBalances
#pragma once

#include "analyzer/books/balance_run.h"
#include "analyzer/jobs/job_rows.h"

#include <vector>

namespace tare {

/// A rank's run, and the job's time around it.
struct RankBalance {
  BalancedRun run;                        // with as many threads as the rank
  Ticks before = 0;                       // the job's time before it began
  const RankRows *mpi = nullptr;          // its time in MPI; null: it was not recorded
  const std::vector<int> *keys = nullptr; // of its profile's nodes, by process-wide index
};

/// The sum over ranks: the threads of all of them, and the time of the job, until the last one
/// ends. What ranks lack of it is in RunBalance::mpi_elsewhere. What probes took of calls of MPI
/// (RankMpiAt::probes) is in no state. Error: ranks have different numbers of threads.
Result<BalancedRun> jobBalance(std::vector<RankBalance> ranks);

} // namespace tare
