// SPDX-License-Identifier: Apache-2.0
// Ranks that shared processors when they were measured: a message file has no processor time, so
// that follows from who else was at work.
#pragma once

#include "analyzer/jobs/replay_job.h"

namespace tare {

/// Work and calls, in processor time: each part counts as far as the fair share of its ranks was a
/// processor then. Ranks that had one each keep their times.
JobDurations inProcessorTime(const Job &job, JobDurations durations, const JobPlacement &was,
                             RankWaits waits);

} // namespace tare
