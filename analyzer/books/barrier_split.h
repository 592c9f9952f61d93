// SPDX-License-Identifier: Apache-2.0
// Barrier waits, split by cause (after BOOKS section 3). For one barrier instance of a team of n,
// thread L the last to arrive at M, and every thread i:
//
//   M - a_i = (s_L - s_i) + sum_c (w_L,c - w_i,c)      in whole ticks
//
// The wait is shared out over the positive terms in proportion: what i spent more time on than L
// makes up for some of what L spent more on, and causes no wait. So no cause gets more than the
// wait. From M to each thread's leave (or the join) is release (or join).
//
// When tasks ran in the waits, M is the later of the last arrival and the end of the last task, and
// what a thread does not spend in tasks between its arrival and M is Q as far as the runtime saw
// that a task was ready (TaskGap), and else I, want of tasks.
#pragma once

#include "analyzer/books/run_queue.h"
#include "analyzer/books/states.h"
#include "analyzer/teams/teams.h"

#include <map>
#include <optional>
#include <vector>

namespace tare {

/// Where an amount is posted: the state, and the node that caused it.
struct CauseKey {
  State state;
  uint32_t node;
  auto operator<=>(const CauseKey &) const = default;
};

/// Per barrier node: what its logged waits were caused by.
using CauseTable = std::map<CauseKey, Ticks>;
using BarrierSplit = std::map<uint32_t, CauseTable>;

/// One meeting's waits, from each thread's arrival until it goes on.
struct MeetingSplit {
  std::vector<CauseTable> causes; // by arrival; they and the tasks in the wait are all of it
  std::optional<size_t> last;     // arrival that the others waited for; none: they waited for tasks
};

/// Nothing: the log lacks a part of the meeting.
std::optional<MeetingSplit> splitMeeting(const Profile &profile, const Meeting &meeting,
                                         const Transfers &transfers);

/// Instances without a complete set of the team's segments are left out; each counts by its weight.
BarrierSplit splitBarriers(const Profile &profile, const Teams &teams, const Transfers &transfers);

} // namespace tare
