// SPDX-License-Identifier: Apache-2.0
// The bars of a waterfall: T_s / p, each overhead, T_p. Each begins where the one above ends.
#pragma once

#include "analyzer/report/html/chart.h"
#include "analyzer/report/html/page_view.h"

#include <optional>
#include <string>
#include <vector>

namespace tare {

struct WaterfallStep {
  std::string name;
  std::string kind; // "ideal", "up", "down", "unknown", "whole"
  Estimate time;
  Figure shown;
  double from_s = 0, to_s = 0;                 // where its bar lies
  double low_s = 0, high_s = 0;                // of its end; equal: no band
  std::optional<double> mark_s = std::nullopt; // an upright mark, where there is one
  std::string category = "";                   // of a row of its own; else empty
};

std::vector<WaterfallStep> waterfallSteps(const Table &table, const PageContext &context);

/// From the least to the largest place of all bars and bands.
Axis waterfallAxis(const std::vector<WaterfallStep> &steps, double at_from, double at_to);

/// The width of a bar's picture, and of the axis that drawBar wants.
inline constexpr double bar_width = 1000;

/// One bar, as wide as its cell.
void drawBar(Markup &page, const WaterfallStep &step, const Axis &x);

} // namespace tare
