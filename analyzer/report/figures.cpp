// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/figures.h"

#include "analyzer/report/page.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace tare {
namespace {

/// Roomy, middle, tight. The fields of percent and band hold the blank that parts them.
constexpr CellLayout layouts[] = {{34, 2, 8, 7, 6, 5}, {26, 1, 6, 6, 5, 5}, {24, 1, 5, 5, 3, 4}};

CellLayout withoutBand(CellLayout layout) {
  layout.band = 0;
  return layout;
}

/// printf's %.*f, of any double.
std::string fixed(double value, int decimals) {
  char text[400]; // the largest double has 309 digits
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

/// The first of several spellings that fits, else one with an exponent.
std::string fitting(double value, int decimals, int width) {
  for (; decimals >= 0; --decimals) {
    std::string text = fixed(value, decimals);
    if (displayWidth(text) <= width)
      return text;
  }
  char text[32];
  std::snprintf(text, sizeof text, "%.0e", value);
  return cutText(text, width);
}

/// Half of a band in points, without the zero where three characters must do.
std::string bandText(double half, int width) {
  if (half < 0.95 && width <= 3)
    return "±" + fixed(half, 1).substr(1); // ±.4
  std::string text = "±" + fixed(half, half < 9.95 && width > 3 ? 1 : 0);
  return displayWidth(text) <= width ? text : "±**";
}

} // namespace

double bounded(double value) {
  constexpr double steps_limit = 1e15;
  return std::isfinite(value) ? std::clamp(value, -steps_limit, steps_limit) : 0;
}

CellLayout layoutFor(int width, int columns, bool bands) {
  for (const CellLayout &layout : layouts) {
    CellLayout wanted = bands ? layout : withoutBand(layout);
    if (wanted.label + columns * wanted.width() <= width)
      return wanted;
  }
  return bands ? layouts[2] : withoutBand(layouts[2]);
}

int columnsThatFit(int width, bool bands) {
  CellLayout tight = bands ? layouts[2] : withoutBand(layouts[2]);
  return std::max(1, (width - tight.label) / tight.width());
}

double TimeScale::quantum_s() const { return unit_s * std::pow(10.0, -decimals); }

/// The unit by the largest time, then as many decimals as all times have room for.
TimeScale scaleFor(const std::vector<double> &times_s, const CellLayout &layout) {
  double largest = 0;
  for (double time : times_s)
    largest = std::max(largest, std::fabs(time));
  TimeScale scale;
  if (largest < 1e-3)
    scale = {1e-6, "us", 0};
  else if (largest < 1)
    scale = {1e-3, "ms", 0};
  double value = std::max(largest / scale.unit_s, 1.0);
  scale.decimals = std::max(0, layout.significant - 1 - static_cast<int>(std::log10(value)));
  // Whether a time fits its field with the decimals so far.
  auto fits = [&](double time) {
    return displayWidth(fixed(time / scale.unit_s, scale.decimals)) <= layout.time;
  };
  while (scale.decimals > 0 && !std::all_of(times_s.begin(), times_s.end(), fits))
    --scale.decimals;
  return scale;
}

std::string percentRangeText(const std::pair<double, double> &range) {
  auto whole = [](double value) { return std::to_string(std::llround(bounded(value))); };
  return whole(range.first) + " .. " + whole(range.second) + " %";
}

std::string cellText(const Figure &figure, const CellLayout &layout, const TimeScale &scale) {
  if (figure.range)
    return rightAligned(percentRangeText(*figure.range), layout.width());
  if (figure.time == 0 && figure.percent == 0) // calmer than two noughts
    return leftAligned(rightAligned("-", layout.gap + layout.time), layout.width());
  std::string time, percent, band;
  if (figure.time)
    time = fitting(static_cast<double>(*figure.time) * std::pow(10.0, -scale.decimals),
                   scale.decimals, layout.time);
  if (figure.percent)
    percent = fitting(static_cast<double>(*figure.percent) / 10, 1, layout.percent - 1);
  if (figure.band && layout.band > 0)
    band = bandText(*figure.band, layout.band);
  return rightAligned(time, layout.gap + layout.time) + rightAligned(percent, layout.percent) +
         rightAligned(band, layout.band);
}

std::string cellHead(const CellLayout &layout, const TimeScale &scale) {
  return rightAligned(scale.unit, layout.gap + layout.time) + rightAligned("%", layout.percent) +
         rightAligned(layout.band > 0 ? "±" : "", layout.band);
}

/// Largest remainders first, as seats are apportioned (Hamilton).
std::vector<int64_t> apportion(const std::vector<double> &steps, int64_t total) {
  std::vector<int64_t> whole(steps.size());
  std::vector<size_t> order(steps.size());
  for (size_t i = 0; i < steps.size(); ++i)
    whole[i] = static_cast<int64_t>(std::floor(steps[i]));
  std::iota(order.begin(), order.end(), size_t(0));
  int64_t missing = total - std::accumulate(whole.begin(), whole.end(), int64_t(0));
  if (missing < 0 || missing > static_cast<int64_t>(steps.size())) {
    for (size_t i = 0; i < steps.size(); ++i)
      whole[i] = std::llround(steps[i]);
    return whole;
  }
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return steps[a] - std::floor(steps[a]) > steps[b] - std::floor(steps[b]);
  });
  for (size_t i = 0; i < static_cast<size_t>(missing); ++i)
    ++whole[order[i]];
  return whole;
}

std::string decimalText(int64_t steps, int decimals) {
  return fixed(static_cast<double>(steps) * std::pow(10.0, -decimals), decimals);
}

} // namespace tare
