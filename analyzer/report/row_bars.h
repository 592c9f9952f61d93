// SPDX-License-Identifier: Apache-2.0
// Bars at the right of rows of text, where a line is wide enough for both.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tare {

/// Eighths of a block for a loss, shaded blocks for a gain. Where the locale has no more than
/// ASCII, whoever prints replaces them (`printForPeople`): by "#", "-", and "." for less than half
/// a block.
class RowBars {
public:
  /// `width`: columns of a line. The largest of `values`, by size, has the longest bar.
  RowBars(int width, const std::vector<double> &values);

  /// Columns that are left for a row's text: all of them below 100.
  int textWidth() const { return width_ - room_; }
  /// The text, and the bar beside it: at most `width` columns. No bar for 0.
  std::string beside(std::string_view text, double value) const;

private:
  std::string bar(double value) const;

  int width_, room_;
  double largest_ = 0;
};

} // namespace tare
