// SPDX-License-Identifier: Apache-2.0
// Who had which processor when ranks shared them in turns, as far as a job's messages tell: a rank
// that begins or ends a call has a processor then. Between such moments turns go on as
// ProcessorTurns says.
//
//   job, placement, turn -> [measured turns] -> processor time of each rank's work and calls
#pragma once

#include "analyzer/jobs/replay_job.h"

namespace tare {

/// Processor time that a rank has had until then, ticks.
struct RankUse {
  double at_begin = 0, at_end = 0; // of the rank
  std::vector<CallTimes> calls;    // at their begins and ends

  double work(size_t call) const { // before it, or behind the last one
    double from = call == 0 ? at_begin : calls[call - 1].end;
    return (call == calls.size() ? at_end : calls[call].begin) - from;
  }
  double inCall(size_t call) const { return calls[call].end - calls[call].begin; }
};

/// Of the ranks of a group that can have turns (canHaveTurns); of others there is nothing.
/// `durations`: as measured. `turn` is above 0.
std::vector<RankUse> measuredTurns(const Job &job, const JobDurations &durations,
                                   const JobPlacement &was, RankWaits waits, double turn);

} // namespace tare
