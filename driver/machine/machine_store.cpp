// SPDX-License-Identifier: Apache-2.0
#include "driver/machine/machine_store.h"

#include "base/files.h"
#include "base/formats/formats.h"
#include "base/json/fields.h"
#include "driver/calibration/kept_file.h"

#include <algorithm>

namespace tare {
namespace {

constexpr uint64_t largest_machine_file = 4 << 20;

void storedMachineFields(json::Fields &io, StoredMachine &stored) {
  io.schema(formats::machine);
  io.required("key", stored.key);
  io.required("machine", stored.machine, measuredMachineFields);
  io.required("measured_utc", stored.measured_utc);
}

} // namespace

std::string machinePath(const std::string &folder, const CalibrationKey &key) {
  std::string of_key = calibrationPath(folder, key);
  return folder + "/machine-" + of_key.substr(folder.size() + 1);
}

Result<std::optional<StoredMachine>> findMachine(const std::string &path,
                                                 const CalibrationKey &key) {
  return findKept<StoredMachine>(path, key, largest_machine_file, storedMachineFields,
                                 {"is no measured machine: ", "was measured on something else",
                                  "remove the file, and measure again: tare calibrate --machine"});
}

Result<void> keepMachine(const std::string &path, const StoredMachine &stored) {
  return keepFile(path, storedMachineJson(stored));
}

std::string storedMachineJson(const StoredMachine &stored) {
  return json::write(stored, storedMachineFields);
}

void addTo(MeasuredMachine &machine, const MeasuredMachine &more) {
  machine.openmp_runtime = more.openmp_runtime;
  for (const MeasuredTeam &team : more.teams) {
    std::erase_if(machine.teams,
                  [&](const MeasuredTeam &old) { return old.setting == team.setting; });
    machine.teams.push_back(team);
  }
  for (const auto &[threads, rates] : more.rates)
    machine.rates[threads] = rates;
}

} // namespace tare
