// SPDX-License-Identifier: Apache-2.0
// The output of the calibration program (scale_main.c).
#pragma once

#include "base/result.h"

#include <map>
#include <optional>
#include <string>

namespace tare {

struct KernelTime {
  double executions = 0;
  double ns = 0; // for all of them
  double each() const { return ns / executions; }
};

struct ScaleOutput {
  std::string runtime;        // file that the OpenMP runtime was loaded from; empty: linked in
  int threads = 0;            // size of a team
  double interrupted = 0;     // what interruptions add to the time of the kernels, as a part of it
  double interruption_ns = 0; // one of them
  /// For a CPU that other programs of this system had, as a part of the time. None: not known. What
  /// the host of a virtual machine takes is an interruption and not such a wait.
  std::optional<double> waited;
  std::map<std::string, KernelTime> kernels;
};

/// Error: a line is not understood, or the number of threads is missing.
Result<ScaleOutput> readScaleOutput(const std::string &text);

} // namespace tare
