// SPDX-License-Identifier: Apache-2.0
// A run whose threads share cores: the paper's question ("LBF", section 2) for threads of OpenMP.
// Each thread's process time between two meetings is what it was; when the meetings happen follows
// from who has a core (replay/fair_share.h).
//
//   Profile, cores, what waiting threads do -> [on cores] -> Profile
//
// A thread's time without a core is a reading of the run queue in the profile that comes out, so
// that accounts show it as waiting for a CPU.
#pragma once

#include "analyzer/replay/fair_share.h"
#include "analyzer/teams/teams.h"
#include "base/result.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace tare {

/// What a meeting takes beyond the work of its threads, ticks: where the run was measured, and
/// then. What the run itself took beyond `measured` stays.
struct MeetingCosts {
  double measured = 0, now = 0;
  double doubt = 0; // half of a band
};

struct CoresAsked {
  double cores = 1;
  bool pinned = false; // thread j to core j modulo cores; else all threads share all cores
  WaitPolicy waiting;
  /// Ticks that a release from a barrier, and a region's start and end, take at least where threads
  /// sleep while they wait and there are more than cores.
  double barrier_least = 0, region_least = 0;
  /// Of a meeting at whose end the longest thread has worked for so many ticks; `alone`: 0 if all
  /// have worked as long, 1 if only one has. None, or nothing: by `waiting` and the two above.
  std::function<std::optional<MeetingCosts>(bool is_region, double longest, double alone)> meeting =
      {};
  /// By how much longer a kind of time takes where fewer threads run at once; none: not.
  std::function<double(uint32_t node, Spent kind)> work = {};
};

/// Thread ticks of a segment, up to its arrival, in which its thread had no core as it was
/// measured.
using TimeWithoutCore = std::function<Ticks(LogPlace)>;

struct OnCores {
  Profile profile;
  double doubt = 0; // half of a band of what meetings take, ticks of the window
};

/// Error: why the log does not tell.
Result<OnCores> onCores(const Profile &profile, const Teams &teams, const CoresAsked &asked,
                        const TimeWithoutCore &without_core);

} // namespace tare
