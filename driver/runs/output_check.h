// SPDX-License-Identifier: Apache-2.0
// What measured programs print: compared by --check, and kept within bounds.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tare {

struct OutputDifference {
  uint64_t line = 0;                          // from 1
  std::optional<std::string> expected, found; // nothing: the output ended before this line
};

/// "'41' instead of '42'". Long lines are cut to the part around the first difference.
std::string differenceText(const OutputDifference &difference);

/// What a program printed into a file.
struct Output {
  std::string path;
  std::string program = ""; // as it was called; empty: not known
};

/// The first line in which two outputs differ; nothing when they are equal. The programs' own
/// names, as called or without folders, count as equal. Lines that match `ignore`, a regular
/// expression (ECMAScript; empty: none), are skipped in both. With a `tolerance`, numbers may
/// differ by that share of the larger one, and blanks before them may differ. Error: a file cannot
/// be read, or `ignore` is no regular expression.
Result<std::optional<OutputDifference>> firstDifference(const Output &expected, const Output &found,
                                                        const std::string &ignore = "",
                                                        double tolerance = 0);

/// The last line of a file with text, cut to a readable length. Empty: there is none.
std::string lastLine(const std::string &path);

/// Cuts a kept output to `limit` bytes.
void capFile(const std::string &path, uint64_t limit = uint64_t(16) << 20);

} // namespace tare
