// SPDX-License-Identifier: Apache-2.0
// The states of a thread's time at a node (BOOKS section 2), each with all that is to be known of
// it. To add one: a name and a row here, the place that posts it (state_of, or barrier_split for
// a cause of waits), and an overhead that reads it.
//
//   [states] -> balances -> overheads
#pragma once

#include "base/by_enum.h"

#include <algorithm>
#include <string_view>

namespace tare {

/// Those that may hold time of constructs without probes come first, the surest of them first.
enum class State : uint8_t {
  WaitUnknown,  // waits that no log explains, or that have no one cause
  Opaque,       // area of a region timed from outside only, and waits that may hide tasks
  Region,       // R: region code outside constructs
  Work,         // W: body of a construct, a held lock included
  Fork,         // F, without the first use of the runtime
  Startup,      // F and its skew at the first region
  Lock,         // L: wait for and release of a critical, ordered or lock routine
  UserWait,     // L_user: a loop of the user's that spins on a flag
  Scheduling,   // D
  Creation,     // C
  Fetching,     // Q
  LackOfTasks,  // I
  WaitLoad,     // B_load: barrier waits caused by this node's uneven work
  WaitPart,     // B_part: ... by work here that fewer threads than the team can share
  WaitLock,     // B_lock: ... by lock waits here
  WaitUser,     // ... by a thread that was late because it had spun on a flag here
  WaitOffCpu,   // B_offcpu: ... by time without a core here
  SkewRelease,  // B_skew after a barrier's release
  SkewFork,     // B_skew after a fork
  Release,      // Z
  Join,         // J
  OffCpu,       // Y in regions: run-queue delay moved out of the states above
  Missing,      // E: threads that a team lacks
  Surplus,      // X: threads beyond p
  MpiStart,     // M of starting and ending MPI, and of ranks that are not there yet, or no longer
  MpiImbalance, // M: waits of a rank that has less to do than another one
  MpiSerialisation, // M: waits that no difference of ranks explains
  MpiTransfer,      // M: what messages take
  Serial            // S of this statement
};

/// How it counts in the area p*T of a run.
enum class Area : uint8_t {
  Time,     // of a thread that is there
  Lacking,  // of a thread that is not: added
  Beyond,   // of a thread beyond p, in other states as well: taken off
  Elsewhere // a part of a sum over the run (RunBalance)
};

/// In a run that was made with a plan, where constructs have no probes (planned_out.h).
enum class Planned : uint8_t {
  Told,  // a pilot run measures it at constructs without probes
  Hides, // may contain time of constructs without probes
  Stays
};

struct StateTraits {
  State state;
  /// What probes must have measured, by the letters of docs/reference/overheads.md ("From events to
  /// states"): a wait's cause is known from what made its thread late.
  std::string_view letters;
  Planned planned = Planned::Told;
  Area area = Area::Time;
};

inline constexpr auto state_table = std::to_array<StateTraits>({
    {State::WaitUnknown, "B", Planned::Hides},
    {State::Opaque, "W", Planned::Hides},
    {State::Region, "R", Planned::Hides},
    {State::Work, "W", Planned::Hides},
    {State::Fork, "F"},
    {State::Startup, "FB"},
    {State::Lock, "L"},
    {State::UserWait, "L"},
    {State::Scheduling, "D"},
    {State::Creation, "C"},
    {State::Fetching, "Q"},
    {State::LackOfTasks, "I"},
    {State::WaitLoad, "BWR"},
    {State::WaitPart, "BW"},
    {State::WaitLock, "BL"},
    {State::WaitUser, "BL"},
    {State::WaitOffCpu, "BY"},
    {State::SkewRelease, "BZ"},
    {State::SkewFork, "BF"},
    {State::Release, "Z"},
    {State::Join, "J"},
    {State::OffCpu, "Y", Planned::Stays},
    {State::Missing, "E", Planned::Stays, Area::Lacking},
    {State::Surplus, "X", Planned::Stays, Area::Beyond},
    {State::MpiStart, "", Planned::Stays},
    {State::MpiImbalance, "", Planned::Stays},
    {State::MpiSerialisation, "", Planned::Stays},
    {State::MpiTransfer, "", Planned::Stays},
    {State::Serial, "S", Planned::Stays, Area::Elsewhere},
});

constexpr const StateTraits &traitsOf(State state) {
  return state_table[static_cast<size_t>(state)];
}
static_assert(std::ranges::all_of(state_table, [](const StateTraits &row) {
  return &traitsOf(row.state) == &row;
}));

using StateSet = EnumSet<State>;
template <class Value> using ByState = ByEnum<State, Value, state_table.size()>;

/// Those that have one of these values of a trait.
template <class Trait>
constexpr StateSet statesWith(Trait StateTraits::*trait, std::initializer_list<Trait> values) {
  StateSet set;
  for (const StateTraits &row : state_table)
    if (std::ranges::find(values, row.*trait) != values.end())
      set.insert(row.state);
  return set;
}

} // namespace tare
