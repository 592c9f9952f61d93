// SPDX-License-Identifier: Apache-2.0
// How a figure looks: time, share of T_p and half-width of the band in one cell of the table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tare {

/// Widths of the fields of a cell; all cells of a block are alike, so that figures align.
struct CellLayout {
  int label = 34; ///< Width of the labels.
  int gap = 2, time = 8, percent = 6, band = 6;
  int significant = 5; ///< Digits of the largest time.

  int width() const { return gap + time + percent + band; }
};

/// The roomiest layout in which `columns` cells fit; the tightest one when none does.
CellLayout layoutFor(int width, int columns, bool bands);

/// Cells of the tightest layout that fit.
int columnsThatFit(int width, bool bands);

/// Unit and number of decimals that all times of a report share.
struct TimeScale {
  double unit_s = 1;
  std::string unit = "s";
  int decimals = 3;

  /// The smallest step shown.
  double quantum_s() const;
};

/// Such that every one of `times_s` fits the field of the layout.
TimeScale scaleFor(const std::vector<double> &times_s, const CellLayout &layout);

/// Absent parts leave their field blank.
struct Figure {
  std::optional<int64_t> time;    ///< In steps of the scale.
  std::optional<int64_t> percent; ///< In tenths.
  std::optional<double> band;     ///< In per cent.
  /// In per cent, of a figure that is not known better: shown in place of all others.
  std::optional<std::pair<double, double>> range = std::nullopt;
};

/// "-45 .. 20 %"
std::string percentRangeText(const std::pair<double, double> &range);

/// A figure of foreign text, cut to what fits into 64 bits as a number of steps; not a number: 0.
double bounded(double value);

std::string cellText(const Figure &figure, const CellLayout &layout, const TimeScale &scale);

/// The two lines above a column: what it is, and its fields.
std::string cellHead(const CellLayout &layout, const TimeScale &scale);

/// Rounds values so that they sum to `total`: each is at most one step off (largest remainders
/// get the missing steps). Plain rounding when the values do not sum to about the total.
std::vector<int64_t> apportion(const std::vector<double> &steps, int64_t total);

/// Steps of a tenth, a hundredth, ... as a decimal number.
std::string decimalText(int64_t steps, int decimals);

} // namespace tare
