// SPDX-License-Identifier: Apache-2.0
// The file that holds what a program printed: what is in it, and how much of it is kept.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>

namespace tare {

struct OutputScan {
  uint64_t bytes = 0;
  uint64_t hash = 0; // of all bytes
  /// Why it cannot be compared line by line: "it is binary", "it is longer than 64 MiB"; empty: it
  /// can.
  std::string not_lines;

  bool operator==(const OutputScan &) const = default;
};

/// Longer outputs are compared by hash.
inline constexpr uint64_t most_by_lines = uint64_t(64) << 20;

/// Reads the file once.
Result<OutputScan> scanOutput(const std::string &path, uint64_t most = most_by_lines);

/// The last line of a file with text, which is more than strokes; all lines between the last two
/// strokes, if the file ends with one. Cut to a readable length. Empty: there is none.
std::string lastLine(const std::string &path);

/// So much of an output is kept once it was compared.
inline constexpr uint64_t kept_output = uint64_t(16) << 20;

/// Cuts a kept output to `limit` bytes.
void capFile(const std::string &path, uint64_t limit = kept_output);

} // namespace tare
