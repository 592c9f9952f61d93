// SPDX-License-Identifier: Apache-2.0
// One pair of runs of the calibration program -> what each kind of probe took in them.
//
//   plain run, instrumented run, its profile -> [excess] -> settle -> ProbeCosts
//
// What counts is the elapsed time: an execution takes so much longer with probes (excess). Where
// that fell is what the cells of the initial thread say. docs/perturbation.md has every formula.
#pragma once

#include "analyzer/perturbation/probe_costs.h"
#include "analyzer/profile/profile.h"
#include "driver/calibration/timings.h"

#include <array>

namespace tare {

/// ns of one execution. May be negative: nothing is smoothed here.
struct Excess {
  double inside = 0, outside = 0;
  double total() const { return inside + outside; }
};

struct PairExcess {
  std::array<Excess, cost_kinds> warm, cold;
};

/// Error: a kernel or a cell that is needed is not there.
Result<PairExcess> excessOf(const ScaleOutput &plain, const ScaleOutput &probed,
                            const Profile &profile);

} // namespace tare
