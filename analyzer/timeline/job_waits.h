// SPDX-License-Identifier: Apache-2.0
// Who waited for whom in a job's calls of MPI, and what the rank that came last did meanwhile.
//
//   TimelineJob -> [job waits] -> late arrivals, pairs of ranks
#pragma once

#include "analyzer/timeline/job_calls.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tare {

/// A call that waited.
struct WaitingCall {
  size_t row = 0, call = 0; // in TimelineJob::ranks and its calls
  double waited_s = 0;      // from its begin until the rank that it waited for came
};

/// What a rank did in a stretch of time.
struct Meanwhile {
  enum class What { NotBegun, OutsideMpi, Call, WaitInCall };
  What what = What::OutsideMpi;
  std::string function;         // of calls
  std::optional<int> waits_for; // of waits: the rank
  double time_s = 0;
};

/// A rank came, and others had waited for it: at one barrier, for one message.
struct LateArrival {
  int rank = 0;                     // that came last
  std::optional<size_t> row;        // its own, in TimelineJob::ranks; absent: it was left out
  double at_s = 0;                  // when it came
  double from_s = 0, to_s = 0;      // first begin and last end of the calls that waited
  double sum_s = 0;                 // of all waits
  std::vector<WaitingCall> waiting; // the longest wait first
  /// What it did from the begin of the longest wait until it came: that is why. The longest first.
  /// Empty: it was left out.
  std::vector<Meanwhile> meanwhile;
};

/// The largest sums first, `most` at most. Of calls that were kept. n log n in calls.
std::vector<LateArrival> lateArrivals(const TimelineJob &job, size_t most);

/// All waits of one rank for one other.
struct RankPair {
  int waiting = 0, late = 0; // ranks
  size_t calls = 0;
  double sum_s = 0, longest_s = 0;
};

/// The largest sums first. Of calls that were kept.
std::vector<RankPair> rankPairs(const TimelineJob &job);

} // namespace tare
