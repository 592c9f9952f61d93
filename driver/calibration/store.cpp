// SPDX-License-Identifier: Apache-2.0
#include "driver/calibration/store.h"

#include "base/files.h"
#include "base/text.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

namespace tare {
namespace {

using Json = nlohmann::json;

constexpr const char *schema_name = "tare.calibration/1";
constexpr uint64_t largest_file = 1 << 20;

std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

std::string keyText(const CalibrationKey &key) {
  std::string text;
  for (const auto &[name, value] : key)
    text += name + "=" + value + "\n";
  return text;
}

/// Types that are not what they should be throw Json::exception.
Result<StoredCalibration> read(const std::string &text) {
  Json json = Json::parse(text);
  if (json.at("schema") != schema_name)
    return Error{"is no calibration"};
  Result<ProbeCosts> costs = readProbeCosts(json.at("costs").dump());
  if (!costs.ok())
    return costs.error();
  StoredCalibration read;
  read.key = json.at("key").get<CalibrationKey>();
  read.costs = costs.value();
  read.warnings = json.at("warnings").get<std::vector<std::string>>();
  read.remarks = json.at("remarks").get<std::vector<std::string>>();
  read.measured_utc = json.at("measured_utc").get<std::string>();
  return read;
}

} // namespace

std::string calibrationFolder() {
  std::string cache = variable("XDG_CACHE_HOME"), home = variable("HOME");
  if (startsWith(cache, "/")) // a relative one is to be ignored, says the XDG specification
    return cache + "/tare/scale";
  return home.empty() ? "" : home + "/.cache/tare/scale";
}

std::string calibrationPath(const std::string &folder, const CalibrationKey &key) {
  return folder + "/" + hex16(hashBytes(keyText(key))) + ".json";
}

Result<std::optional<StoredCalibration>> findCalibration(const std::string &path,
                                                         const CalibrationKey &key) {
  if (!fileExists(path))
    return std::optional<StoredCalibration>();
  Result<std::string> text = readFile(path, largest_file);
  if (!text.ok())
    return text.error();
  try {
    Result<StoredCalibration> stored = read(text.value());
    if (!stored.ok())
      return Error{stored.error().message, path};
    if (stored.value().key != key)
      return Error{"is a calibration of something else", path};
    return std::optional(std::move(stored).value());
  } catch (const Json::exception &) {
    return Error{"is no calibration", path};
  }
}

Result<void> keepCalibration(const std::string &path, const StoredCalibration &calibration) {
  if (Result<void> made = makeFolder(folderOf(path), 0700); !made.ok())
    return made.error();
  return writeFileAtomic(path, calibrationJson(calibration), 0600);
}

std::string calibrationJson(const StoredCalibration &calibration) {
  Json json = {{"schema", schema_name},
               {"key", calibration.key},
               {"costs", Json::parse(probeCostsJson(calibration.costs))},
               {"warnings", calibration.warnings},
               {"remarks", calibration.remarks},
               {"measured_utc", calibration.measured_utc}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace tare
