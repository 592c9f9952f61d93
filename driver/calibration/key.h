// SPDX-License-Identifier: Apache-2.0
// Everything that a calibration depends on: with another key it is measured again.
#pragma once

#include "driver/calibration/store.h"

#include <string>

namespace tare {

/// The calibration programs of one runtime.
struct ScalePrograms {
  std::string plain, probed;
};

/// `runtime_file`: the OpenMP runtime is loaded from it; empty: it is linked in.
CalibrationKey calibrationKey(const std::string &prefix, const ScalePrograms &programs,
                              const std::string &openmp_runtime, const std::string &runtime_file,
                              int threads);

/// Of what was measured by `program` for teams of any number of threads.
CalibrationKey machineKey(const std::string &openmp_runtime, const std::string &runtime_file,
                          const std::string &program);

/// OMP_PROC_BIND of the user, else "true": threads that stay on their cores can be compared.
std::string procBind();

} // namespace tare
