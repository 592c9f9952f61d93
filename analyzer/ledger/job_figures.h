// SPDX-License-Identifier: Apache-2.0
// What a table says of the ranks of a job.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tare {

/// One rank of a job, means over repetitions, wall-clock seconds.
struct RankTimes {
  int rank = 0;
  double busy_s = 0; // outside of MPI, mean over its threads
  double mpi_s = 0;  // in calls of MPI, likewise
  /// Of that, what it waited for other ranks, and what other ranks waited for it; the sums of all
  /// ranks are equal where it is known who came last.
  double waited_s = 0, awaited_s = 0;
};

/// A rank with its part of a sum.
struct RankShare {
  int rank = 0;
  double time_s = 0;
};

/// What ranks waited for each other in calls of one function at one construct, if messages took no
/// time. Wall-clock seconds of a rank, means over repetitions.
struct JobWait {
  std::string construct;         // id; empty: in none
  std::string function;          // "MPI_Recv"
  double sum_s = 0;              // of all ranks
  RankShare worst;               // that waited most
  std::optional<RankShare> late; // for which most was waited; absent: not known
};

/// What MPI costs a job (docs/explanation/jobs.md): the efficiencies of the POP centre, from 0
/// to 1.
struct JobFigures {
  double load_balance = 0, serialisation = 0, transfer = 0;
  std::vector<RankTimes> ranks; // by rank
  std::vector<JobWait> waits;   // the largest first
  /// The job's time with probes, as it was measured and without them: the replay says how that
  /// passes on with messages. Optimistic, pessimistic: if messages for which nobody waited took
  /// nothing, and if they took all the time until their receive. Seconds; 0: none was taken out.
  double with_probes_s = 0, without_probes_s = 0, optimistic_s = 0, pessimistic_s = 0;
  /// Of the time of the run that the job is compared with, the part in MPI, which no row holds; 0:
  /// too little to matter, or there is no such run.
  double reference_in_mpi = 0;
};

} // namespace tare
