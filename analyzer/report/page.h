// SPDX-License-Identifier: Apache-2.0
// Lines of text of limited width, in a few styles.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tare {

enum class Style { Plain, Bold, Dim, Loud };

/// Columns that a text takes: code points (no wide or combining characters are expected here).
int displayWidth(std::string_view text);

/// The first `width` code points of a text.
std::string cutText(std::string_view text, int width);

/// Breaks at blanks, and inside words that are too long. At least one line.
std::vector<std::string> wrapText(std::string_view text, int width);

/// Padded with blanks to `width`.
std::string rightAligned(std::string_view text, int width);
std::string leftAligned(std::string_view text, int width);

class Page {
public:
  Page(int width, bool colour) : width_(width), colour_(colour) {}

  int width() const { return width_; }
  void blank() { text_ += '\n'; }
  /// One line; what is beyond the width is cut off.
  void line(std::string_view text, Style style = Style::Plain);
  /// Wrapped; blanks in front stay, later lines are indented by `hanging`.
  void paragraph(std::string_view text, int hanging = 0, Style style = Style::Plain);
  /// `first` in front, the text beside it.
  void item(std::string_view first, std::string_view text, Style style = Style::Plain);
  std::string take() { return std::move(text_); }

private:
  int width_;
  bool colour_;
  std::string text_;
};

} // namespace tare
