// SPDX-License-Identifier: Apache-2.0
// Two outputs, line beside line. A line about times or threads that only one of them has is passed
// over, so that the lines behind it stand beside each other.
#pragma once

#include "driver/outputs/output_line.h"

namespace tare {

/// As many pieces, and the same but for numbers.
bool isAlike(const OutputLine &left, const OutputLine &right);

/// Whether two pieces are the same, and if they are numbers equal.
bool isSameText(const OutputLine &left, const OutputLine &right, size_t piece);

class SideBySide {
public:
  SideBySide(LineReader &left, LineReader &right);

  /// False: both have ended.
  bool next();
  /// Nothing: that output has ended.
  const std::optional<OutputLine> &left() const { return left_; }
  const std::optional<OutputLine> &right() const { return right_; }
  bool areAlike() const { return left_ && right_ && isAlike(*left_, *right_); }
  int64_t passedOver() const { return passed_over_; }

private:
  LineReader &left_reader_, &right_reader_;
  std::optional<OutputLine> left_, right_;
  int64_t passed_over_ = 0;
};

} // namespace tare
