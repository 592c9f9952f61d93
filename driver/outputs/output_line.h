// SPDX-License-Identifier: Apache-2.0
// An output, line by line.
#pragma once

#include "base/result.h"
#include "driver/outputs/pieces.h"

#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <regex>

namespace tare {

/// What a program printed. It is read several times, each time from the beginning.
struct Output {
  std::function<std::unique_ptr<std::istream>()> open;
  std::string program; // as it was called; empty: not known
};

Output outputInFile(const std::string &path, const std::string &program = "");

struct OutputLine {
  uint64_t ordinal = 0; // among the lines that count, from 0
  uint64_t number = 0;  // in the output, from 1
  std::string text;
  std::vector<Piece> pieces; // at least one
};

/// The lines that count: not empty ones, and not those that `ignore` (may be null) matches in their
/// first 4 KiB. A carriage return ends a line, too. Memory: that of one line.
class LineReader {
public:
  LineReader(const Output &output, const std::regex *ignore);

  /// Nothing at the end.
  std::optional<OutputLine> next();
  /// Of the last line, counted or not.
  uint64_t number() const { return number_; }

private:
  bool readLine();

  std::unique_ptr<std::istream> stream_;
  std::vector<std::string> names_;
  const std::regex *ignore_;
  std::string line_;
  size_t at_ = 0; // behind the last carriage return in `line_`
  uint64_t number_ = 0, ordinal_ = 0;
};

} // namespace tare
