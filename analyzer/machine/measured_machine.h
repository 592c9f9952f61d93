// SPDX-License-Identifier: Apache-2.0
// What threads take to meet on this machine, and what they share: measured once for each OpenMP
// runtime, by programs of known work.
//
//   tare calibrate --machine -> [measured machine] -> whatif
//
// The cost of a meeting is what it takes beyond the work: a round of barrier or region, less the
// work of the longest thread, or less all work over the cores where these are fewer than threads.
// It depends on how long threads wait: short waits are spun away, long ones put them to sleep. So
// it is a curve over the work of a round, once with all threads at work and once with one alone.
#pragma once

#include "analyzer/machine/team_setting.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tare {
namespace json {
class Fields;
}

/// Seconds, and half of a band of about 90 % of them.
struct MachineCost {
  double time_s = 0, doubt_s = 0;
};

enum class MeetingKind : uint8_t { Barrier, Region };

struct CostOfRound {
  double work_s = 0; // of a thread in one round
  MachineCost cost;
};

/// Rounds of one kind; `work_s` increases.
using MeetingCurve = std::vector<CostOfRound>;

/// One setting of a team, as it was measured.
struct MeasuredTeam {
  TeamSetting setting;
  std::array<std::array<MeetingCurve, 2>, 2> curves; // by kind, and whether one works alone
  MachineCost lock;     // one acquisition beyond the section, when all threads want it
  MachineCost dispatch; // one iteration of schedule(dynamic, 1), thread time

  MeetingCurve &curve(MeetingKind kind, bool alone) {
    return curves[static_cast<size_t>(kind)][alone];
  }
  const MeetingCurve &curve(MeetingKind kind, bool alone) const {
    return curves[static_cast<size_t>(kind)][alone];
  }
};

/// Of so many threads at once, each on a core of its own.
struct SharedRates {
  double bytes_per_s = 0; // read and written by all of them, from memory
  double clock = 1;       // of each, against one alone
};

struct MeasuredMachine {
  std::string openmp_runtime; // as Profile::openmp_runtime
  std::vector<MeasuredTeam> teams;
  std::map<int, SharedRates> rates; // by number of threads

  bool isEmpty() const { return teams.empty() && rates.empty(); }

  /// A meeting at which the longest thread has worked for `work_s`; `alone`: 0 if all have worked as
  /// long, 1 if only one has. None: neither this setting was measured, nor two of the same regime
  /// around it.
  std::optional<MachineCost> meeting(const TeamSetting &setting, MeetingKind kind, double work_s,
                                     double alone) const;
  std::optional<MachineCost> lock(const TeamSetting &setting) const;
  std::optional<MachineCost> dispatch(const TeamSetting &setting) const;

  /// By how much longer the same work takes each of n threads than one alone: where it needs no
  /// memory, and where it needs nothing else. None: no two numbers of threads were measured.
  struct Slowdown {
    double compute = 1, memory = 1;
  };
  std::optional<Slowdown> slowdown(int threads) const;

private:
  template <class Get>
  std::optional<MachineCost> at(const TeamSetting &setting, Get get) const;
};

/// As JSON, tare.machine/1.
void measuredMachineFields(json::Fields &io, MeasuredMachine &machine);

} // namespace tare
