// SPDX-License-Identifier: Apache-2.0
// Coordinates, paths and axes of pictures in SVG.
#pragma once

#include "analyzer/report/html/markup.h"

#include <string>
#include <vector>

namespace tare {

inline constexpr double picture_width = 640; // of wide pictures, which scroll on a narrow screen
inline constexpr double chart_width = 420;   // of charts, which shrink

/// A coordinate: at most two decimals, none where they are zero.
std::string coordinate(double value);

/// From values to coordinates, linear.
struct Axis {
  double from = 0, to = 1;       // values
  double at_from = 0, at_to = 1; // coordinates
  double at(double value) const; // clamped to the picture
};

/// Three to seven round numbers in [from, to].
std::vector<double> roundNumbers(double from, double to);

/// One path of many pieces: marks of one kind are one node of the page.
class PathText {
public:
  PathText &move(double x, double y);
  PathText &line(double x, double y);
  PathText &box(double x, double y, double width, double height);
  /// A vertical band with ends of `cap` to both sides.
  PathText &whisker(double x, double low, double high, double cap);
  bool empty() const { return text_.empty(); }
  const std::string &text() const { return text_; }

private:
  std::string text_;
};

/// A bar in a row of a table, 1000 by 20, as wide as its cell. The numbers stand beside it.
void openBar(Markup &page);

/// A region that scrolls by itself, and that keys reach.
void openScroll(Markup &page, const std::string &label);

/// <path class=... d=.../>; nothing where the path is empty.
void drawPath(Markup &page, const std::string &kind, const PathText &path);

/// Lines at round times since the axis' begin, from `top` to below `bottom`, and these times.
void drawTimes(Markup &page, const Axis &x, double top, double bottom);

/// An item of a legend: a mark, 36 by 20, and what it means.
void legendItem(Markup &page, const std::string &kind, const PathText &mark,
                std::string_view words);

/// Text at a place: anchor "start", "middle" or "end".
void drawText(Markup &page, double x, double y, const std::string &anchor, std::string_view text);

} // namespace tare
