// SPDX-License-Identifier: Apache-2.0
// Perturbation over messages: a job without what probes and the library's records took. What a rank
// gains it passes on with its messages (Sarukkai and Malony, section 3):
//
//   t_a = t_m - f                                        work, and the begins of calls
//   t_a(receive ends) = max(t_a(send begins) + C, t_a(receive begins) + c)
//   t_a(barrier ends) = t_a(last one enters) + position * beta
//
// So the replay of the shortened durations is the approximation; LateMessages says which C counts
// where a receive was posted late, and ReplayPolicy how ranks leave barriers, and what blind
// receives get.
//
//   profiles with and without probes -> probe times -> probes of ranks -> [job without probes] ->
//   rows
#pragma once

#include "analyzer/jobs/durations.h"
#include "analyzer/jobs/job_rows.h"
#include "analyzer/profile/profile.h"

#include <map>

namespace tare {

/// Ticks that probes took of one rank, or lane.
struct RankProbes {
  std::vector<double> in_work; // before each call, and behind the last one
  std::vector<double> in_call;
};

/// An outermost region, on the thread that began the program. Ticks since the window's begin.
struct RegionSpan {
  Ticks begin = 0, end = 0;
};

/// Those that the log has, in their order.
std::vector<RegionSpan> regionSpans(const Profile &profile);

/// When the probes of a process took their time, on the thread that began the program.
struct RankProbeTimes {
  struct InRegion : RegionSpan {
    double ticks = 0;
  };
  std::vector<InRegion> regions; // as they were measured
  double elsewhere = 0;          // of all code beside them
};

/// `then`, `now`: the same regions with probes, and without. Windows likewise.
RankProbeTimes probeTimes(const std::vector<RegionSpan> &then, const std::vector<RegionSpan> &now,
                          Ticks window_then, Ticks window_now);

/// By JobRank::rank. Ranks that it lacks have no probes. Each rank's and lane's; with the records
/// of its calls, each of which lies behind its call. Nothing is taken from calls of MPI: probes
/// stand around them. What probes took of a region, or beside all regions, is spread evenly over
/// what is no call of MPI there.
std::vector<RankProbes> probesOf(const Job &job, const std::map<int, RankProbeTimes> &times);

/// `unfounded`: ticks that the probes are said to have taken of parts that were shorter.
JobDurations withoutProbes(JobDurations durations, const std::vector<RankProbes> &probes,
                           double *unfounded = nullptr);

/// Each call has one record behind it, which takes so many ticks.
std::vector<RankProbes> recordsOf(const Job &job, double ticks);

/// The same job, its times as they would have been. Error: as jobRows.
Result<Job> jobWithoutProbes(const Job &job, const std::vector<RankProbes> &probes,
                             LateMessages late);

/// The rows of jobWithoutProbes. Their RankMpiAt::probes say by how much each rank's calls, with
/// their records, were longer.
Result<JobRows> rowsWithoutProbes(const Job &job, const std::vector<RankProbes> &probes,
                                  LateMessages late);

} // namespace tare
