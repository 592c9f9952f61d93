// SPDX-License-Identifier: Apache-2.0
// A worksharing loop whose iterations take a lock: who waits for whom, iteration by iteration, first
// come, first served. Costs differ along the range and threads end at different times, so a queue in
// balance (replay/lock_queue.h) would be wrong.
#pragma once

#include "analyzer/whatif/loop_schedule.h"

#include <vector>

namespace tare {

struct LockedLoop {
  LoopSchedule schedule;
  double iterations = 0;
  CostCurve curve;
  double work = 0;         // of all iterations, without what is done under the lock
  double acquisitions = 0; // of all threads
  double hold = 0;         // of one
  size_t threads = 1;
  double locks = 1;        // one of so many is taken, in turn
};

struct LockedShares {
  std::vector<double> waits; // of each thread, in the unit of the work
  double wait = 0;           // sum
};

/// Of more than a few thousand acquisitions neighbours are taken together.
LockedShares simulated(const LockedLoop &loop);

/// The waits in `now`, by what they were in `then`, where `measured` was the sum. What getting and
/// giving back an uncontended lock takes is in that, and stays.
LockedShares waitsIn(const LockedLoop &now, const LockedLoop &then, double measured);

} // namespace tare
