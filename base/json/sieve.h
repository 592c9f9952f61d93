// SPDX-License-Identifier: Apache-2.0
// JSON from anyone, checked as it comes in. A file is read in pieces, and what nobody will ask for
// is not kept: its memory does not grow with what other versions, or somebody else, put there.
//
//   file -> [sieve] -> text -> cursor -> Fields -> structs
#pragma once

#include "base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace tare::json {

inline constexpr int most_levels = 100; // of objects and lists in one another; documents have ten

/// Between the parts of a text.
inline bool isSpace(int c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

/// The members that a reader asks for, of an object or of each object in a list. None: all of it, a
/// map with keys of its own among that.
struct Known {
  std::map<std::string, Known, std::less<>> members;
};

/// From a document that has every key once, as json::keys() makes it.
Known knownOf(const std::string &keys);

/// Error: `text` is not one JSON object, or nested deeper than most_levels. It has the line, and
/// begins with "it".
Result<void> checkObject(std::string_view text);

/// The JSON object in a file of at most `limit` bytes; members that are not known are null. Its
/// memory is that of what it returns. Error: as checkObject; or with the file's place, as
/// readFile().
Result<std::string> readKnown(const std::string &path, uint64_t limit, const Known &known);

} // namespace tare::json
