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

#include "analyzer/jobs/replay_job.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tare {

/// Ticks of thread time.
struct MpiRows {
  Ticks start_and_end = 0, imbalance = 0, serialisation = 0, transfer = 0;

  Ticks sum() const { return start_and_end + imbalance + serialisation + transfer; }
  MpiRows &operator+=(const MpiRows &other);
  bool operator==(const MpiRows &) const = default;
};

struct RankRows {
  Ticks in_mpi = 0; // M_r
  Ticks busy = 0;   // t_r U_r
  MpiRows rows;
};

/// Calls at one place of the source, of all ranks.
struct MpiPlace {
  std::string function;
  uint64_t site = 0;
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
  Ticks total = 0;    // T
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

} // namespace tare
