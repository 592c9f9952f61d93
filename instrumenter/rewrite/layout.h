// SPDX-License-Identifier: Apache-2.0
// Lays out inserted code so that every line of the original keeps its file and number. Pragmas
// stand on lines of their own, and a line marker follows them.
#pragma once

#include "instrumenter/text/line_map.h"

#include <string>
#include <string_view>
#include <vector>

namespace tare {

class Layout {
public:
  Layout(const std::string &text, const LineMap &lines) : text_(text), lines_(lines) {}

  /// `pieces` to be inserted at an offset; a piece that starts with '#' is a pragma.
  std::string at(uint32_t offset, const std::vector<std::string> &pieces) const;

  /// `pieces` in place of a pragma's line; the newline behind it stays.
  std::string instead(uint32_t begin, uint32_t end, const std::vector<std::string> &pieces) const;

private:
  bool endsDirectiveLine(uint32_t offset) const;
  std::string joined(const std::vector<std::string> &pieces, const LineMap::Line &line) const;

  const std::string &text_;
  const LineMap &lines_;
};

} // namespace tare
