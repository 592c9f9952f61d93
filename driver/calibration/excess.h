// SPDX-License-Identifier: Apache-2.0
// One pair of runs of the calibration program -> what each kind of probe took in them.
//
//   plain run, instrumented run, its profile -> [excess] -> settle -> ProbeCosts
//
// What counts is the elapsed time: an execution takes so much longer with probes (excess). Where
// that fell is what the cells of the initial thread say. docs/explanation/perturbation.md has every formula.
#pragma once

#include "analyzer/cost/probe_costs.h"
#include "analyzer/profile/profile.h"
#include "driver/calibration/timings.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tare {

/// ns of one execution. May be negative: nothing is smoothed here.
struct Excess {
  double inside = 0, outside = 0;
  double total() const { return inside + outside; }
};

struct PairExcess {
  std::array<Excess, cost_kinds> dense, cold; // one after the other; after a walk through memory
  /// Both sides together, between other operations. None: it was not measured for this kind.
  std::array<std::optional<double>, cost_kinds> amid;
  /// ns of one execution without probes, by the name of what OpenMP does (ProbeCosts).
  std::map<std::string, double> primitives;
  /// What interruptions added to the time of the instrumented program's kernels, as a part of it.
  double interrupted = 0;
  double interruption_ns = 0; // one of them; 0: not known
  std::optional<double> waited; // as ScaleOutput has it
  double dispersion_ns = 0;   // how much the time of a probe varies; 0: not known
  /// What it was made of, by name: elapsed times, counts, cells.
  std::map<std::string, double> figures;
};

/// Error: a kernel or a cell is missing.
Result<PairExcess> excessOf(const ScaleOutput &plain, const ScaleOutput &probed,
                            const Profile &profile);

/// The same pairs, each cell replaced by the least value in any of them. A cell is a sum: a thread
/// that loses its core once in thousands of executions makes it many times too large. Elapsed times
/// do not need this: their interrupted parts do not count.
std::vector<PairExcess> withLeastCells(const std::vector<PairExcess> &pairs);

} // namespace tare
