// SPDX-License-Identifier: Apache-2.0
#include "driver/primitives/primitives_store.h"

#include "base/files.h"
#include "base/formats/formats.h"
#include "base/json/fields.h"
#include "driver/calibration/kept_file.h"

namespace tare {
namespace {

constexpr uint64_t largest_primitives_file = 4 << 20;

void storedPrimitivesFields(json::Fields &io, StoredPrimitives &stored) {
  io.schema(formats::primitives);
  io.required("key", stored.key);
  io.optional("host", stored.host);
  io.required("measured_utc", stored.measured_utc);
  measuredPrimitivesFields(io, stored.primitives);
}

} // namespace

std::string primitivesPath(const std::string &folder, const CalibrationKey &key) {
  return folder + "/primitives-" + calibrationPath(folder, key).substr(folder.size() + 1);
}

Result<std::optional<StoredPrimitives>> findPrimitives(const std::string &path,
                                                       const CalibrationKey &key) {
  return findKept<StoredPrimitives>(
      path, key, largest_primitives_file, storedPrimitivesFields,
      {"holds no primitives: ", "was measured on something else",
       "remove the file, and measure again: tare calibrate --primitives"});
}

Result<StoredPrimitives> readPrimitives(const std::string &path) {
  return json::readFrom(path, largest_primitives_file,
                        "holds no primitives: ", storedPrimitivesFields);
}

Result<void> keepPrimitives(const std::string &path, const StoredPrimitives &stored) {
  return keepFile(path, storedPrimitivesJson(stored));
}

std::string storedPrimitivesJson(const StoredPrimitives &stored) {
  return json::write(stored, storedPrimitivesFields);
}

} // namespace tare
