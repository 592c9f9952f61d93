// SPDX-License-Identifier: Apache-2.0
// Calibrations that are kept: one file for each machine, OpenMP runtime, number of threads and
// setting of the runtime.
//
//   $XDG_CACHE_HOME/tare/scale/<hash of the key>.json        (or ~/.cache/tare/scale)
#pragma once

#include "analyzer/cost/probe_costs.h"
#include "base/result.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tare {

/// Everything that a calibration depends on, by name.
using CalibrationKey = std::map<std::string, std::string>;

struct StoredCalibration {
  CalibrationKey key;
  ProbeCosts costs;
  std::vector<std::string> warnings; // costs to be doubted, whatever kind they are of
  std::vector<std::string> remarks;  // how it was measured, for who looks at the costs themselves
  std::string measured_utc;
  bool beside_others = false; // other programs had the CPUs meanwhile
  /// When it was last measured again beside others, and this one stayed; empty: never.
  std::string tried_utc;
  bool quick = false; // of few pairs, for somebody who waited (CalibrationSeams::quick)
};

/// Empty: there is no home, and nothing can be kept.
std::string calibrationFolder();

std::string calibrationPath(const std::string &folder, const CalibrationKey &key);

/// Nothing: none is kept. Error: what lies there cannot be read, or is of another key.
Result<std::optional<StoredCalibration>> findCalibration(const std::string &path,
                                                         const CalibrationKey &key);

Result<void> keepCalibration(const std::string &path, const StoredCalibration &calibration);

std::string calibrationJson(const StoredCalibration &calibration);

} // namespace tare
