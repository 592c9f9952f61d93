// SPDX-License-Identifier: Apache-2.0
// Calls of MPI of a job's ranks, and which rank each of them waited for: a part of tare.timeline/1.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tare {

/// A call of MPI, as it was measured. Times count from the begin of the job's first rank.
struct TimelineCall {
  int function = 0;             // index into TimelineJob::functions
  std::optional<int> construct; // index into Timeline::constructs; absent: in none
  double begin_s = 0, end_s = 0;
  /// The rank that came last of all that the call needs, and when it had: it began its send, its
  /// receive, or its call of the same collective. Absent: nobody was waited for.
  std::optional<int> waits_for;
  std::optional<double> late_s;
  std::optional<int64_t> bytes; // of the message; absent: a collective
};

/// What one thread of a rank called. Only threads that call MPI at the same time have rows of their
/// own.
struct TimelineRank {
  int rank = 0;
  int lane = 0; // from 0, of such threads
  std::string host;
  double begin_s = 0, end_s = 0;
  double waited_s = 0;             // in all its calls, kept or not, for other ranks
  double awaited_s = 0;            // others waited for it, likewise
  std::optional<double> mpi_s;     // in all its calls, likewise; absent: not known
  std::vector<TimelineCall> calls; // by begin; none overlaps
};

struct TimelineJob {
  double span_s = 0;                  // of all ranks
  std::vector<std::string> functions; // "MPI_Recv"
  std::vector<TimelineRank> ranks;    // by rank
};

} // namespace tare
