// SPDX-License-Identifier: Apache-2.0
// The bars of a waterfall: T_s / p, each overhead, T_p. Each begins where the one above ends.
#pragma once

#include "analyzer/report/html/chart.h"
#include "analyzer/report/html/page_view.h"

#include <string>
#include <vector>

namespace tare {

struct WaterfallStep {
  std::string name;
  std::string kind; // "ideal", "up", "down", "unknown", "whole"
  Estimate time;
  Figure shown;
  double from_s = 0, to_s = 0;  // where its bar lies
  double low_s = 0, high_s = 0; // of its end; equal: no band
};

std::vector<WaterfallStep> waterfallSteps(const Table &table, const PageContext &context);

/// From the least to the largest place of all bars and bands.
Axis waterfallAxis(const std::vector<WaterfallStep> &steps, double at_from, double at_to);

} // namespace tare
