// SPDX-License-Identifier: Apache-2.0
#include "driver/primitives/primitives_store.h"

#include "base/files.h"
#include "base/json/fields.h"

namespace tare {
namespace {

constexpr uint64_t largest_primitives_file = 4 << 20;

void storedPrimitivesFields(json::Fields &io, StoredPrimitives &stored) {
  io.schema("tare.primitives/1");
  io.required("key", stored.key);
  io.required("measured_utc", stored.measured_utc);
  measuredPrimitivesFields(io, stored.primitives);
}

} // namespace

std::string primitivesPath(const std::string &folder, const CalibrationKey &key) {
  return folder + "/primitives-" + calibrationPath(folder, key).substr(folder.size() + 1);
}

Result<std::optional<StoredPrimitives>> findPrimitives(const std::string &path,
                                                       const CalibrationKey &key) {
  if (!fileExists(path))
    return std::optional<StoredPrimitives>();
  auto stored = json::readFrom(path, largest_primitives_file,
                               "holds no primitives: ", storedPrimitivesFields);
  if (!stored.ok())
    return stored.error();
  if (stored.value().key != key)
    return Error{"was measured on something else", path,
                 "remove the file, and measure again: tare calibrate --primitives"};
  return std::optional(std::move(stored).value());
}

Result<void> keepPrimitives(const std::string &path, const StoredPrimitives &stored) {
  TARE_DO(makeFolder(folderOf(path), 0700));
  return writeFileAtomic(path, storedPrimitivesJson(stored), 0600);
}

std::string storedPrimitivesJson(const StoredPrimitives &stored) {
  return json::write(stored, storedPrimitivesFields);
}

} // namespace tare
