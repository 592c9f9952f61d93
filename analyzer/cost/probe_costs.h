// SPDX-License-Identifier: Apache-2.0
// The cost of the instruments themselves: the alpha of Sarukkai and Malony (section 3.1). It is
// known for each kind of probes, for the two sides on which their time falls, and for their
// context.
//
//   tare calibrate -> [probe costs] -> approximate
#pragma once

#include "analyzer/profile/spent.h"
#include "base/result.h"
#include "instrumenter/nodes/node.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace tare {
namespace json {
class Fields;
}

/// Probes that come and go together. One execution is one entry of the time that they stand around.
enum class CostKind : uint8_t {
  Work,         // work_begin, work_end: BODY of a construct
  Barrier,      // barrier_arrive, barrier_leave: a barrier's wait
  LockWait,     // lock_wait .. lock_held and lock_release .. lock_done: WAIT of critical, ordered
  LockHeld,     // lock_held .. lock_release: BODY of the same
  Wait,         // wait_begin, wait_end: WAIT of a lock routine or a spin loop
  TaskWait,     // task_wait_begin, task_wait_end: WAIT of taskwait, taskgroup, taskyield, taskloop
  TaskCreation, // task_create, task_created
  Task,         // task_begin, task_end: BODY of a task
  Serial,       // serial_begin, serial_end: SERIAL of a statement
  TooShort,     // the same, for a statement that is too short to be measured and is only counted;
                // all of it falls outside
  Iteration,    // iteration_begin, iteration_end that do not sample: units of a loop's BODY
  LoopStart,    // iteration_begin of a thread's first iteration: SCHED of a loop
  Count,        // count: a construct that is only counted; all of it falls outside
  RegionFork,   // FORK of a region on the thread that forks it; outside: around the region
  RegionStart,  // FORK of a region on any other thread of the team
  RegionBody,   // BODY of a region, on each thread
  RegionJoin,   // WAIT at a region's end, on the thread that forked it
  SampledWait,  // LockWait of an acquisition that was chosen among many without probes
  SampledHeld   // LockHeld of the same
};
inline constexpr size_t cost_kinds = 19;

/// Stable name ("region_fork"), of calibrations and messages.
std::string_view costKindName(CostKind kind);
bool costKindFromName(std::string_view name, CostKind &kind);

/// Ticks of one execution, 0 <= low <= warm, low <= cold <= cold_most, warm <= dense.
struct Cost {
  double low = 0;       // the least that was seen: beside other operations
  double warm = 0;      // between low and dense: some of it is executed beside other operations
  double cold = 0;      // after other work has had the caches
  double dense = 0;     // one after the other and nothing else, at most; 0: as warm
  double cold_most = 0; // what cold may be at most, where few pairs tell, or they disagree; 0: as cold

  /// Between warm and cold. `part`: coldness.
  double at(double part) const { return warm + part * (cold - warm); }
  double high(double part) const {
    return std::max({warm, dense, warm + part * (std::max(cold, cold_most) - warm)});
  }
  bool operator==(const Cost &) const = default;
};

/// How much of a probe's code and data other work of this length has displaced, 0 to 1: nothing
/// within a microsecond, all after 0.1 milliseconds, logarithmic in between.
double coldness(double seconds);

struct ProbeCost {
  Cost inside;  // falls into the time that the probes stand around
  Cost outside; // falls into what is around that
  /// Whether the pairs of runs agreed on it, one after the other and after other work.
  bool dense_settled = true, cold_settled = true;

  bool operator==(const ProbeCost &) const = default;
};

/// For one machine, one build of an OpenMP runtime and one number of threads.
struct ProbeCosts {
  std::string openmp_runtime; // as Profile::openmp_runtime
  int threads = 0;            // p
  double ticks_per_second = 0;
  int pairs = 0; // pairs of runs that were made; 0: not known
  std::array<ProbeCost, cost_kinds> costs = {};
  /// Interruptions of the calibration as a share of its time (all costs contain them), and the
  /// ticks of one interruption. 0: none, or not known.
  double interrupted = 0, interruption = 0;
  /// How much a probe's time varies: variance over mean, in ticks. 0: not known.
  double dispersion = 0;
  /// Ticks of OpenMP itself for one empty execution of a construct without probes, as the EPCC
  /// microbenchmarks measure them (Bull 1999), by name: "barrier". Empty: not known.
  std::map<std::string, double> primitives;

  const ProbeCost &of(CostKind kind) const { return costs[static_cast<size_t>(kind)]; }
  ProbeCost &of(CostKind kind) { return costs[static_cast<size_t>(kind)]; }
};

/// Chooses kinds of probes.
using CostKinds = std::function<bool(CostKind)>;

/// "probe costs on libgomp, p = 2: did not settle in 24 pairs of runs: barrier, task (cold)".
/// Empty: all, or all of the wanted ones, did.
std::string unsettledText(const ProbeCosts &costs);
std::string unsettledText(const ProbeCosts &costs, const CostKinds &wanted);

/// Which probes stand around a kind of time of a node; `forks`: on the thread that forked the
/// region. False: none do.
bool costKindOf(NodeKind kind, Spent spent, bool forks, CostKind &cost);

/// As JSON. Refused where it is read: an unknown member, costs that are negative or out of order.
void probeCostFields(json::Fields &io, ProbeCosts &costs);

} // namespace tare
