// SPDX-License-Identifier: Apache-2.0
// What a thread's time in a construct was spent on, and one record of it in a segment. The reader
// alone (contents.cpp) knows that the file means other things by one slot of other constructs.
#pragma once

#include "analyzer/profile/ticks.h"
#include "base/by_enum.h"

#include <cstdint>

namespace tare {

enum class Spent : uint8_t {
  // The log has these, and cells have their sums:
  Body,       // region code, a construct's body, a held lock; of `sections` between its sections
  Wait,       // at a barrier, until it goes on; for a lock, tasks or a flag
  Fork,       // of a region: from the fork until the thread starts
  Scheduling, // of a loop: setting it up and handing out iterations
  Creation,   // of a task, or of a taskloop's tasks
  Fetching,   // of a wait for tasks: none was run although one was ready
  // Cells alone have these:
  Serial,  // in serial code, initial thread; with entries and without a tick the statement was too
           // short to be measured: its time is in that of what is around it
  Skipped, // of a region, initial thread: from fork to join of outermost instances that the budget
           // skipped, of which nothing else is known
  // The log alone has these:
  SetUp,   // the runtime's own, inside a region
  Nested,  // the whole span of regions that the thread forked here; their own segments say more
  Around,  // no time: behind Nested, the construct in whose body the thread forked those
  TaskGap, // between tasks in a wait at a barrier, one being ready: a part of that Wait; the
           // node is the task that ended it
};

/// A value for each kind that cells have.
template <class Value> using ByCell = ByEnum<Spent, Value, 8>;
using CellSet = EnumSet<Spent>;

inline constexpr CellSet cell_kinds = {Spent::Body,       Spent::Wait,     Spent::Fork,
                                       Spent::Scheduling, Spent::Creation, Spent::Fetching,
                                       Spent::Serial,     Spent::Skipped};
/// Those of them that the log tells as well.
inline constexpr CellSet logged_kinds = {Spent::Body,       Spent::Wait,     Spent::Fork,
                                         Spent::Scheduling, Spent::Creation, Spent::Fetching};

constexpr bool hasCell(Spent kind) { return cell_kinds.has(kind); }

/// One kind of time at one node in one segment.
struct SpentTime {
  static constexpr uint16_t most = 65535;

  Ticks ticks = 0;
  uint32_t node : 24 = 0; // no profile has more
  Spent kind = Spent::Body;
  uint16_t units = 0;   // most: as many or more, or unknown
  uint16_t entries = 0; // in this segment; most: as many or more
};
static_assert(sizeof(SpentTime) == 16);

} // namespace tare
