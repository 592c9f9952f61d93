// SPDX-License-Identifier: Apache-2.0
// One simulated run, and what it says that another one on another machine takes.
#pragma once

#include "tests/jobs/simulated_job.h"

namespace tare::testing {

struct PredictedRun {
  double measured = 0; // where it ran
  double truth = 0, predicted = 0;

  double error() const { return (predicted - truth) / truth; }
  /// Of the difference between the two machines, as a part of the measured time.
  double gainError() const { return ((measured - predicted) - (measured - truth)) / measured; }
};

/// With processors that its ranks shared, where it had fewer.
PredictedRun predict(const std::function<JobProgram()> &make, const SimulatedMachine &measured_on,
                     const SimulatedMachine &then, unsigned seed = 1);

SimulatedMachine highPerformanceSwitch(size_t nodes); // 320 Mbit/s
SimulatedMachine ethernet(size_t nodes);              // 10 Mbit/s

} // namespace tare::testing
