// SPDX-License-Identifier: Apache-2.0
// What MPI costs a job: four rows that sum to all that its threads spend in MPI, and before and
// after their rank (docs/explanation/jobs.md).
//
//   start and end   sum t_r D_r
//   imbalance       sum t_r (B - B_r)
//   serialisation   K (T_0 - B)
//   transfer        K (T - T_0)
//
// T_0 is what the job takes if messages take no time, by replay. All sums are whole ticks and
// exact.
#pragma once

#include "analyzer/jobs/mpi_rows.h"
#include "analyzer/jobs/replay_job.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tare {

/// What a rank has in calls of one construct. Of `in_region` it is time of one thread each, else of
/// all threads of the rank.
struct RankMpiAt {
  uint32_t node = TARE_MF_NO_NODE; // in the rank's profile; TARE_MF_NO_NODE: in no construct
  bool in_region = false;
  MpiRows rows;
  /// Beside the rows: by how much the calls were longer as they were measured, with their records.
  /// Below 0: without its probes the rank comes earlier, and waits longer.
  Ticks probes = 0;

  Ticks measured() const { return rows.sum() + probes; }
};

/// What a rank waited for another one in calls of one function at one construct: parts of its
/// imbalance and serialisation. Thread time as in the rows.
struct RankWaitAt {
  uint32_t node = TARE_MF_NO_NODE; // as RankMpiAt
  std::string function;
  int late_rank = -1; // -1: what was waited for is not known
  Ticks waited = 0;
};

struct RankRows {
  Ticks in_mpi = 0; // M_r
  Ticks busy = 0;   // t_r U_r
  MpiRows rows;
  std::vector<RankMpiAt> at; // calls, by node
  std::vector<RankWaitAt> waits;
  MpiRows outside; // before the rank's begin and after its end
};

/// Calls at one place of the source, of all ranks.
struct MpiPlace {
  std::string function;
  uint64_t site = 0; // in the rank's own memory: others may have loaded the program elsewhere
  uint32_t node = TARE_MF_NO_NODE;
  uint64_t calls = 0;
  MpiRows rows;
  int worst_rank = 0; // that has the greatest sum
  Ticks of_worst = 0;
};

/// The efficiencies of the POP centre, from 0 to 1.
struct JobEfficiencies {
  double load_balance = 1, serialisation = 1, transfer = 1;
  double parallel() const { return load_balance * serialisation * transfer; }
};

struct JobRows {
  Ticks total = 0;       // T
  Ticks with_probes = 0; // T as it was measured, where `total` is without probes; 0: it is not
  /// `total` without probes, if messages for which nobody waited took nothing, and if they took all
  /// the time until their receive.
  Ticks optimistic = 0, pessimistic = 0;
  double ideal = 0;   // T_0
  double busiest = 0; // B
  int threads = 0;    // K
  MpiRows rows;
  std::vector<RankRows> ranks;
  std::vector<MpiPlace> places; // by the greatest sum first; the end of the job has no function
  JobEfficiencies efficiencies;
  uint64_t violations = 0; // needs that the measured times contradict
};

/// Error: the replay without messages waits for ever, which a job that has ended cannot; or its
/// times are none that a job can have.
Result<JobRows> jobRows(const Job &job, const Network *network = nullptr);

/// `ideal`: the replay without messages, with the same calls and tails (RankDurations).
JobRows rowsOf(const Job &job, const JobTimes &ideal);

/// The rows of each rank: of the threads of one that called MPI at once (lanes), the sum.
std::map<int, RankRows> rowsByRank(const Job &job, const JobRows &rows);

/// `times` has ranks that wait for ever.
Error stuckError(const Job &job, const JobTimes &times);

} // namespace tare
