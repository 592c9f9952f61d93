// SPDX-License-Identifier: Apache-2.0
// Primitives that were measured, kept beside the calibrations: a file for each compiler with its
// flags.
#pragma once

#include "analyzer/primitives/measured_primitives.h"
#include "driver/calibration/store.h"

#include <optional>
#include <string>

namespace tare {

struct StoredPrimitives {
  CalibrationKey key;
  std::string host; // empty: not known
  MeasuredPrimitives primitives;
  std::string measured_utc;
};

std::string primitivesPath(const std::string &folder, const CalibrationKey &key);

/// None: nothing is kept. Error: what lies there cannot be read, or is of another key.
Result<std::optional<StoredPrimitives>> findPrimitives(const std::string &path,
                                                       const CalibrationKey &key);
Result<void> keepPrimitives(const std::string &path, const StoredPrimitives &stored);

/// Whoever wrote it, by whatever key.
Result<StoredPrimitives> readPrimitives(const std::string &path);

std::string storedPrimitivesJson(const StoredPrimitives &stored);

} // namespace tare
