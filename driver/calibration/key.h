// SPDX-License-Identifier: Apache-2.0
// What a calibration depends on.
#pragma once

#include "driver/calibration/store.h"

#include <string>

namespace tare {

/// The calibration programs of one runtime.
struct ScalePrograms {
  std::string plain, probed;
};

/// `runtime_file`: that the OpenMP runtime is loaded from.
CalibrationKey calibrationKey(const std::string &prefix, const ScalePrograms &programs,
                              const std::string &openmp_runtime, const std::string &runtime_file,
                              int threads);

/// The user's, else true: threads that stay on their cores are what is compared.
std::string procBind();

} // namespace tare
