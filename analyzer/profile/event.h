// SPDX-License-Identifier: Apache-2.0
// What happened when to one object: a task, a lock. Programs built with events write it (tare cc
// --events); it tells what sums cannot, such as which task created which.
#pragma once

#include "analyzer/profile/ticks.h"

#include <cstdint>

namespace tare {

enum class EventKind : uint8_t {
  TaskCreated,  // object: the new task; peer: the one that creates it (0: the implicit task)
  TaskBegun,    // object: it begins on this thread, for the first time
  TaskEnded,    // object: it has ended
  TaskWaits,    // object: the task that waits for its children (0: the implicit one); detail: how
  TaskGoesOn,   // object: that wait is over
  LockWanted,   // object: the lock's address
  LockGot,
  LockReleased,
};
inline constexpr unsigned event_kinds = 8;

/// Event::detail of TaskWaits.
enum : uint32_t { wait_for_children = 0, wait_for_group = 1, wait_yields = 2 };
/// Event::detail of TaskCreated, bits.
enum : uint32_t { created_with_dependences = 1 };

/// The events of a thread are in the order of their ticks.
struct Event {
  Ticks tick = 0;        // as Segment::open
  uint64_t instance = 0; // of the innermost region, as Segment::instance
  uint64_t object = 0, peer = 0;
  uint32_t node = 0; // process-wide: the construct
  uint32_t detail = 0;
  EventKind kind = EventKind::TaskCreated;
};

} // namespace tare
