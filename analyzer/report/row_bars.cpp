// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/row_bars.h"

#include "analyzer/report/page.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

constexpr int narrowest_with_bars = 100, bar_share = 5, bar_gap = 2; // a fifth of the line

std::string repeated(std::string_view glyph, int64_t count) {
  std::string text;
  for (int64_t i = 0; i < count; ++i)
    text += glyph;
  return text;
}

} // namespace

RowBars::RowBars(int width, const std::vector<double> &values)
    : width_(width), room_(width < narrowest_with_bars ? 0 : width / bar_share) {
  for (double value : values)
    if (std::isfinite(value))
      largest_ = std::max(largest_, std::fabs(value));
}

std::string RowBars::beside(std::string_view text, double value) const {
  std::string drawn = bar(value);
  if (drawn.empty())
    return std::string(text);
  return leftAligned(cutText(text, textWidth()), textWidth() + bar_gap) + drawn;
}

std::string RowBars::bar(double value) const {
  static constexpr std::string_view part[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  if (room_ <= bar_gap || !(largest_ > 0) || !std::isfinite(value) || value == 0)
    return "";
  double cells = std::fabs(value) / largest_ * (room_ - bar_gap);
  if (value < 0)
    return repeated("▒", std::max<int64_t>(std::llround(cells), 1));
  int64_t eighths = std::max<int64_t>(std::llround(8 * cells), 1);
  return repeated("█", eighths / 8) + std::string(part[eighths % 8]);
}

} // namespace tare
