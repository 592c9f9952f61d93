// SPDX-License-Identifier: Apache-2.0
// What a job would take on another network, or with its ranks elsewhere: LBF and NF of Eom and
// Hollingsworth (sections 2 and 3), or both together, from one measured run.
//
//   job, scenario -> durations, changed -> replay -> the job at other times -> rows
#pragma once

#include "analyzer/jobs/job_rows.h"
#include "analyzer/jobs/job_slopes.h"

#include <optional>

namespace tare {

struct JobScenario {
  std::optional<Network> from; // the measured one; none: not known
  std::optional<Network> to;   // none: the same
  bool is_free = false;        // messages, and the calls themselves, take no time
  JobPlacement was, then;
  RankWaits waited = RankWaits::Leaves, waits = RankWaits::Leaves;
  double turned_s = 0, turn_s = 0; // turns of ranks that share processors; 0: infinitely short
  BlindOrder blind = BlindOrder::AsMeasured;
};

/// Times are those of the instrumented run, ticks. `total` and the bounds are as replayed, with
/// `unchanged` as the replay of the job as it was: the measured time, unless ranks shared
/// processors.
struct PredictedJob {
  double measured = 0, unchanged = 0;
  double total = 0;
  /// The least and the greatest that late messages allow (LateMessages), and what a message took
  /// beside its table (BesideTable).
  double least = 0, most = 0;
  JobRows before, after;
  uint64_t rendezvous = 0, rendezvous_then = 0; // messages whose sender waits for the receive
  uint64_t late = 0;                            // messages that had come before anybody waited
  uint64_t blind = 0, taken_otherwise = 0;      // receives that take any source
  uint64_t moved = 0;         // messages between ranks of one node that were of two, or the reverse
  uint64_t between_nodes = 0; // messages then
};

/// Error: a rank waits for ever then, or as jobRows.
Result<PredictedJob> predictJob(const Job &job, const JobScenario &scenario);

/// How the predicted job's time grows (networkSlope). `scenario.from` is known, and messages take
/// time.
NetworkSlope predictedSlope(const Job &job, const JobScenario &scenario, NetworkSide side,
                            double most);

} // namespace tare
