// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/html/site_views.h"

#include "analyzer/report/html/chart.h"
#include "base/quantity.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <utility>

namespace tare {
namespace {

constexpr double trend_height = 190, trend_left = 76, trend_right = 12, trend_top = 12,
                 trend_bottom = 30;
constexpr double band_errors = 1.96; // a band of 95 %
constexpr double from_zero = 0.4;    // where the least is below this part of the largest
constexpr double least_between_labels = 90;

/// What all points and their bands need, with some room; from 0 where that costs little.
Axis valueAxis(const RowTrend &row) {
  double low = row.points.front().value, high = low;
  for (const TrendPoint &point : row.points) {
    double half = band_errors * point.error;
    low = std::min(low, point.value - half);
    high = std::max(high, point.value + half);
  }
  if (row.row == "T_p" || row.row == "T_s")
    low = std::max(low, 0.0); // a band may reach below, and no time does
  double room = high > low ? 0.1 * (high - low) : 0.1 * std::abs(high);
  if (room == 0)
    room = 1e-9;
  double from = low >= 0 && low < from_zero * high ? 0 : low - room;
  return {from, high + room, trend_height - trend_bottom, trend_top};
}

/// With as many digits as tell neighbours apart, all in one unit.
std::string tickText(double value, double step, double largest) {
  constexpr std::pair<double, const char *> units[] = {
      {1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}};
  auto unit = std::ranges::find_if(units, [&](auto &each) { return largest >= each.first; });
  if (unit == std::end(units))
    --unit;
  int digits = static_cast<int>(std::ceil(-std::log10(step / unit->first) - 1e-9));
  char text[64];
  std::snprintf(text, sizeof text, "%.*f %s", std::clamp(digits, 0, 9), value / unit->first,
                unit->second);
  return text;
}

void drawGrid(Markup &page, const Axis &x, const Axis &y) {
  PathText grid;
  std::vector<double> ticks = roundNumbers(y.from, y.to);
  double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1;
  double largest = std::max(std::abs(y.from), std::abs(y.to));
  for (double value : ticks) {
    grid.move(x.at_from, y.at(value)).line(x.at_to, y.at(value));
    drawText(page, x.at_from - 6, y.at(value) + 4, "end", tickText(value, step, largest));
  }
  drawPath(page, "grid", grid);
}

/// Of the first, the changes and the last, as far as there is room for their texts.
void drawVersions(Markup &page, const Axis &x, const SettingTrend &setting, const RowTrend &row) {
  std::vector<size_t> points = {0, row.points.size() - 1};
  for (size_t level = 1; level < row.levels.size(); ++level)
    points.push_back(row.levels[level].first);
  std::vector<double> taken;
  for (size_t point : points) {
    double at = x.at(static_cast<double>(point));
    if (std::ranges::any_of(
            taken, [&](double other) { return std::abs(other - at) < least_between_labels; }))
      continue;
    taken.push_back(at);
    const TrendVersion &version = setting.versions[row.versions[point]];
    std::string name = version.commit.empty() ? version.version : version.commit.substr(0, 8);
    if (std::string time = shortTime(version.measured_utc); name.empty() && time.size() > 5)
      name = time.substr(5); // 11-28 16:32
    drawText(page, at, trend_height - 8,
             point == 0          ? "start"
             : at > x.at_to - 60 ? "end"
                                 : "middle",
             name.substr(0, 12));
  }
}

std::string valueShown(const TrendPoint &point) {
  return point.error > 0 ? timeBandText(point.value, band_errors * point.error)
                         : timeText(point.value);
}

} // namespace

void drawTrend(Markup &page, const std::string &id, const SettingTrend &setting,
               const RowTrend &row, const std::string &said) {
  Axis x{0, std::max<double>(1, static_cast<double>(row.points.size()) - 1), trend_left,
         picture_width - trend_right};
  Axis y = valueAxis(row);
  page.open("svg",
            {{"role", "img"},
             {"aria-labelledby", id},
             {"viewBox", "0 0 " + coordinate(picture_width) + " " + coordinate(trend_height)}});
  page.element("title", {{"id", id}}, said);
  drawGrid(page, x, y);
  PathText bands, dots, levels, changes;
  for (size_t i = 0; i < row.points.size(); ++i) {
    double at = x.at(static_cast<double>(i)), height = y.at(row.points[i].value);
    double half = band_errors * row.points[i].error;
    if (half > 0)
      bands.move(at, y.at(row.points[i].value - half)).line(at, y.at(row.points[i].value + half));
    dots.box(at - 2.5, height - 2.5, 5, 5);
  }
  for (size_t k = 0; k < row.levels.size(); ++k) {
    const TrendLevel &level = row.levels[k];
    double height = y.at(level.value);
    double from = x.at(static_cast<double>(level.first) - 0.5),
           to = x.at(static_cast<double>(level.first + level.count) - 0.5);
    levels.move(from, height).line(to, height);
    if (k > 0)
      changes.move(from, y.at_from).line(from, y.at_to);
  }
  drawPath(page, "whisker", bands);
  drawPath(page, "dots", dots);
  drawPath(page, "measured-line", levels);
  drawPath(page, "limit-line", changes);
  drawVersions(page, x, setting, row);
  page.close();
}

void writeTrendNumbers(Markup &page, const SettingTrend &setting, const RowTrend &row) {
  page.open("details").element("summary", {}, "Numbers");
  SiteTable table("Versions of " + rowText(row) + " on " + settingText(setting) + " " +
                      setting.openmp_runtime,
                  {"measured (UTC)", "commit", "version", "time"});
  for (size_t i = row.points.size(); i-- > 0;) {
    const TrendVersion &version = setting.versions[row.versions[i]];
    table.add({{shortTime(version.measured_utc)},
               codeCell(version.commit.substr(0, shown_of_commit)),
               {version.version},
               timeCell(row.points[i].value, valueShown(row.points[i]))});
  }
  table.write(page);
  page.close();
}

} // namespace tare
