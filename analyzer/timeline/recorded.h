// SPDX-License-Identifier: Apache-2.0
// What the threads of one execution did when, as far as events tell: tasks, and waits for locks.
//
//   Profile with events -> [recorded] -> make timeline
#pragma once

#include "analyzer/profile/profile.h"

#include <optional>
#include <vector>

namespace tare {

struct RecordedTime {
  uint32_t node = 0; // process-wide: the task's or the lock's construct
  bool is_task = false;
  Ticks from = 0, to = 0;        // of a task: with what interrupted it
  std::optional<size_t> held_by; // of a wait for a lock: who gave it back last, as in `threads`
};

/// By the threads of the team (indices into Profile::threads), each in the order of their ends.
/// Locks that were free, or that the same thread had given back last, were not waited for.
/// A task that ended on another thread than it began on is in none. n log n.
std::vector<std::vector<RecordedTime>>
recordedTimes(const Profile &profile, const std::vector<uint32_t> &threads, uint64_t instance);

} // namespace tare
