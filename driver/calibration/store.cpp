// SPDX-License-Identifier: Apache-2.0
#include "driver/calibration/store.h"

#include "base/formats/formats.h"
#include "base/json/fields.h"
#include "base/system.h"
#include "base/text.h"
#include "driver/calibration/kept_file.h"

namespace tare {
namespace {

constexpr uint64_t largest_file = 1 << 20;

std::string keyText(const CalibrationKey &key) {
  std::string text;
  for (const auto &[name, value] : key)
    text += name + "=" + value + "\n";
  return text;
}

void calibrationFields(json::Fields &io, StoredCalibration &calibration) {
  io.schema(formats::calibration);
  io.required("key", calibration.key);
  io.required("costs", calibration.costs, probeCostFields);
  io.required("warnings", calibration.warnings);
  io.required("remarks", calibration.remarks);
  io.required("measured_utc", calibration.measured_utc);
  io.optional("beside_others", calibration.beside_others);
  io.optional("tried_utc", calibration.tried_utc);
  io.optional("quick", calibration.quick);
}

} // namespace

std::string calibrationFolder() {
  std::string cache = environmentVariable("XDG_CACHE_HOME"), home = environmentVariable("HOME");
  if (startsWith(cache, "/")) // a relative one is to be ignored, says the XDG specification
    return cache + "/tare/scale";
  return home.empty() ? "" : home + "/.cache/tare/scale";
}

std::string calibrationPath(const std::string &folder, const CalibrationKey &key) {
  return folder + "/" + hex16(hashBytes(keyText(key))) + ".json";
}

Result<std::optional<StoredCalibration>> findCalibration(const std::string &path,
                                                         const CalibrationKey &key) {
  return findKept<StoredCalibration>(path, key, largest_file, calibrationFields,
                                     {"is no calibration: ", "is a calibration of something else",
                                      "remove the file, and calibrate again: tare calibrate"});
}

Result<void> keepCalibration(const std::string &path, const StoredCalibration &calibration) {
  return keepFile(path, calibrationJson(calibration));
}

std::string calibrationJson(const StoredCalibration &calibration) {
  return json::write(calibration, calibrationFields);
}

} // namespace tare
