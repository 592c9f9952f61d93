// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/html/chart.h"

#include "base/quantity.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tare {

std::string coordinate(double value) {
  if (!std::isfinite(value))
    value = 0;
  char text[40];
  std::snprintf(text, sizeof text, "%.2f", std::clamp(value, -1e6, 1e6));
  std::string shown = text;
  shown.erase(shown.find_last_not_of('0') + 1);
  if (shown.ends_with("."))
    shown.pop_back();
  return shown == "-0" ? "0" : shown;
}

double Axis::at(double value) const {
  double part = to != from ? (value - from) / (to - from) : 0;
  if (!std::isfinite(part))
    part = 0;
  return at_from + std::clamp(part, 0.0, 1.0) * (at_to - at_from);
}

std::vector<double> roundNumbers(double from, double to) {
  if (!(to > from) || !std::isfinite(to - from))
    return {from};
  double step = std::pow(10, std::floor(std::log10((to - from) / 3)));
  for (double more : {5.0, 2.0})
    if ((to - from) / (step * more) >= 2.5) {
      step *= more;
      break;
    }
  std::vector<double> numbers;
  for (double k = std::ceil(from / step - 1e-9); k * step <= to + 1e-9 * step; ++k)
    numbers.push_back(k == 0 ? 0 : k * step); // no -0
  return numbers;
}

PathText &PathText::move(double x, double y) {
  text_ += "M" + coordinate(x) + " " + coordinate(y);
  return *this;
}

PathText &PathText::line(double x, double y) {
  text_ += "L" + coordinate(x) + " " + coordinate(y);
  return *this;
}

PathText &PathText::box(double x, double y, double width, double height) {
  move(x, y);
  text_ += "h" + coordinate(width) + "v" + coordinate(height) + "h" + coordinate(-width) + "z";
  return *this;
}

PathText &PathText::whisker(double x, double low, double high, double cap) {
  move(x, low).line(x, high);
  move(x - cap, low).line(x + cap, low);
  return move(x - cap, high).line(x + cap, high);
}

void openBar(Markup &page) {
  page.open("svg", {{"class", "bar"},
                    {"aria-hidden", "true"},
                    {"viewBox", "0 0 1000 20"},
                    {"preserveAspectRatio", "none"}});
}

void openScroll(Markup &page, const std::string &label) {
  page.open("div",
            {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", label}});
}

void drawPath(Markup &page, const std::string &kind, const PathText &path) {
  if (!path.empty())
    page.alone("path", {{"class", kind}, {"d", path.text()}});
}

void drawTimes(Markup &page, const Axis &x, double top, double bottom) {
  constexpr double below = 17, half_of_text = 30;
  PathText grid;
  for (double time_s : roundNumbers(0, x.to - x.from)) {
    double at = x.at(x.from + time_s);
    grid.move(at, top).line(at, bottom + 4);
    bool is_last = at > picture_width - half_of_text; // its middle would be cut
    drawText(page, is_last ? picture_width - 1 : at, bottom + below, is_last ? "end" : "middle",
             time_s == 0 ? "0" : timeText(time_s));
  }
  drawPath(page, "grid", grid);
}

void legendItem(Markup &page, const std::string &kind, const PathText &mark,
                std::string_view words) {
  page.open("li").open("svg",
                       {{"class", "swatch"}, {"aria-hidden", "true"}, {"viewBox", "0 0 36 20"}});
  drawPath(page, kind, mark);
  page.close().text(std::string(" ") + std::string(words)).close();
}

void drawText(Markup &page, double x, double y, const std::string &anchor, std::string_view text) {
  page.element("text", {{"x", coordinate(x)}, {"y", coordinate(y)}, {"text-anchor", anchor}}, text);
}

} // namespace tare
