// SPDX-License-Identifier: Apache-2.0
// A file of what was measured, which names all that it depends on.
#pragma once

#include "base/json/fields.h"
#include "base/result.h"

#include <optional>
#include <string>

namespace tare {

/// What is said of a file that is of no use.
struct KeptFileWords {
  const char *is_none;  // before the reason: "is no calibration: "
  const char *is_other; // "is a calibration of something else"
  const char *advice;
};

/// `Stored` has a member `key`. Nothing: none is kept. Error: what lies there cannot be read, or is
/// of another key.
template <class Stored, class Rows>
Result<std::optional<Stored>> findKept(const std::string &path, const decltype(Stored::key) &key,
                                       uint64_t largest, Rows rows, const KeptFileWords &words) {
  if (!fileExists(path))
    return std::optional<Stored>();
  Result<Stored> stored = json::readFrom(path, largest, words.is_none, rows);
  if (!stored.ok())
    return stored.error();
  if (stored.value().key != key)
    return Error{words.is_other, path, words.advice};
  return std::optional(std::move(stored).value());
}

/// For its owner alone.
inline Result<void> keepFile(const std::string &path, const std::string &json) {
  TARE_DO(makeFolder(folderOf(path), 0700));
  return writeFileAtomic(path, json, 0600);
}

} // namespace tare
