// SPDX-License-Identifier: Apache-2.0
// Timelines of runs that are known in every tick.
#pragma once

#include "analyzer/profile/profile.h"
#include "analyzer/timeline/timeline.h"

namespace tare::test {

/// Three threads, one region, three executions; in the second one, the worst, thread 2 of a loop is
/// late by 60 and everybody waits for it. Ticks of a microsecond.
Profile threeExecutions();

/// The same with events: in the worst one thread 1 waits from 101 to 105 for a lock that thread 0
/// has; thread 2 runs a task from 20 to 40, and from 30 to 35 one within that.
Profile threeExecutionsWithEvents();

/// `threads` threads, one region executed once, with so many barriers.
Profile manyBarriers(int threads, int barriers);

/// Timelines of all, and one without an instance.
std::vector<Timeline> sampleTimelines();

} // namespace tare::test
