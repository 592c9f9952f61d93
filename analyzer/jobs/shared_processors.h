// SPDX-License-Identifier: Apache-2.0
// Ranks that shared processors when they were measured: a message file has no processor time, so
// that follows from who else was at work, and from the turns that they had.
#pragma once

#include "analyzer/jobs/replay_job.h"

namespace tare {

struct SharedBefore {
  JobPlacement placement;
  RankWaits waits = RankWaits::Leaves;
  double turn = 0;                  // ticks; 0: infinitely short
  const Network *network = nullptr; // the measured one; null: messages took no time
};

/// Work and calls, in processor time. Ranks that had turns have what measuredTurns says; what a
/// call waited for takes as long as the network says, if its rank had no processor meanwhile. For
/// others each part counts as far as the fair share of its ranks was a processor then. Ranks that
/// had one each keep their times.
JobDurations inProcessorTime(const Job &job, JobDurations durations, const SharedBefore &before);

} // namespace tare
