// SPDX-License-Identifier: Apache-2.0
// What was measured of this machine, kept beside the calibrations: one file for each OpenMP runtime.
#pragma once

#include "analyzer/machine/measured_machine.h"
#include "driver/calibration/store.h"

#include <optional>
#include <string>

namespace tare {

struct StoredMachine {
  CalibrationKey key;
  MeasuredMachine machine;
  std::string measured_utc;
};

std::string machinePath(const std::string &folder, const CalibrationKey &key);

/// None: nothing is kept. Error: what lies there cannot be read, or is of another key.
Result<std::optional<StoredMachine>> findMachine(const std::string &path, const CalibrationKey &key);
Result<void> keepMachine(const std::string &path, const StoredMachine &stored);

std::string storedMachineJson(const StoredMachine &stored);

/// Teams and rates of `more` replace those of the same setting.
void addTo(MeasuredMachine &machine, const MeasuredMachine &more);

} // namespace tare
