// SPDX-License-Identifier: Apache-2.0
#include "driver/show_costs.h"

#include "analyzer/report/page.h"
#include "base/quantity.h"

#include <algorithm>
#include <cstdio>

namespace tare {
namespace {

constexpr int name_width = 17;
constexpr int figure_width = 7;
constexpr int primitive_width = 44;

/// In ns, to a tenth.
std::string figureText(double ticks, double ticks_per_second) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", ticks / ticks_per_second * 1e9);
  return rightAligned(text, figure_width);
}

std::string costText(const Cost &cost, double ticks_per_second) {
  return figureText(cost.low, ticks_per_second) + figureText(cost.warm, ticks_per_second) +
         figureText(std::max(cost.warm, cost.dense), ticks_per_second) +
         figureText(cost.cold, ticks_per_second);
}

std::string headText() {
  std::string figures = rightAligned("low", figure_width) + rightAligned("warm", figure_width) +
                        rightAligned("dense", figure_width) + rightAligned("cold", figure_width);
  return leftAligned("  ns", name_width) + figures + "  " + figures;
}

} // namespace

std::string probeCostsText(const ProbeCosts &costs) {
  Page page(80, false);
  page.line(leftAligned("", name_width) + rightAligned("inside", 4 * figure_width) + "  " +
            rightAligned("outside", 4 * figure_width));
  page.line(headText());
  for (size_t i = 0; i < cost_kinds; ++i) {
    std::string name(costKindName(static_cast<CostKind>(i)));
    const ProbeCost &cost = costs.costs[i];
    page.line(leftAligned("  " + name, name_width) + costText(cost.inside, costs.ticks_per_second) +
              "  " + costText(cost.outside, costs.ticks_per_second));
  }
  if (costs.primitives.empty())
    return page.take();
  page.line("");
  page.line("  ns of one execution by a team of " + numberOf(costs.threads, "thread") +
            ", without probes");
  for (const auto &[name, ticks] : costs.primitives)
    page.line(leftAligned("  " + name, primitive_width) +
              figureText(ticks, costs.ticks_per_second));
  return page.take();
}

} // namespace tare
