// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/html/waterfall.h"

#include "analyzer/ledger/lines.h"
#include "base/quantity.h"

#include <algorithm>

namespace tare {

std::vector<WaterfallStep> waterfallSteps(const Table &table, const PageContext &context) {
  Column column(table, context.selection, context.scale);
  std::vector<WaterfallStep> steps;
  double at = table.ideal_time.time_s;
  steps.push_back({"Ideal time, T_s / p", "ideal", table.ideal_time, column.ideal(), 0, at, 0, 0});
  auto add = [&](const std::string &name, const Estimate &time, const Figure &shown,
                 const std::string &category = "") {
    WaterfallStep step{name, time.time_s < 0 ? "down" : "up", time, shown, at, at + time.time_s, 0,
                       0};
    if (shown.range)
      step.kind = "unknown";
    if (time.high_s > time.low_s)
      step.low_s = at + time.low_s, step.high_s = at + time.high_s;
    step.category = category;
    steps.push_back(step);
    at += time.time_s;
  };
  for (const Leaf &leaf : context.selection.leaves) {
    if (leaf.category == category::unidentified)
      continue;
    const Estimate *time = estimateOf(table, leaf.category);
    add(labelOf(leaf.category), time ? *time : Estimate(), column.leaf(leaf.category),
        leaf.category);
  }
  double folded_s = 0;
  for (const std::string &category : context.selection.folded)
    folded_s += timeOf(table, category);
  if (!context.selection.folded.empty())
    add("other (" + numberOf(int64_t(context.selection.folded.size()), "small row") + ")",
        {folded_s, folded_s, folded_s}, column.other());
  std::string unexplained(category::unidentified);
  const Estimate *time = estimateOf(table, unexplained);
  add("unexplained", time ? *time : Estimate(), column.leaf(unexplained), unexplained);
  double whole = table.parallel_time.time_s;
  steps.push_back({"Parallel time, T_p", "whole", table.parallel_time, column.parallel(), 0, whole,
                   table.parallel_time.low_s, table.parallel_time.high_s});
  return steps;
}

Axis waterfallAxis(const std::vector<WaterfallStep> &steps, double at_from, double at_to) {
  double least = 0, most = 0;
  for (const WaterfallStep &step : steps) {
    double mark = step.mark_s.value_or(0);
    least = std::min({least, step.from_s, step.to_s, step.low_s, mark});
    most = std::max({most, step.from_s, step.to_s, step.high_s, mark});
  }
  return {least, most, at_from, at_to};
}

void drawBar(Markup &page, const WaterfallStep &step, const Axis &x) {
  constexpr double bar_height = 20;
  openBar(page);
  double from = x.at(std::min(step.from_s, step.to_s)), to = x.at(std::max(step.from_s, step.to_s));
  PathText bar, whisker, origin, mark;
  bar.box(from, 4, std::max(to - from, 1.5), bar_height - 8);
  if (step.high_s > step.low_s) {
    double low = x.at(step.low_s), high = x.at(step.high_s), middle = bar_height / 2;
    whisker.move(low, middle).line(high, middle);
    whisker.move(low, middle - 5)
        .line(low, middle + 5)
        .move(high, middle - 5)
        .line(high, middle + 5);
  }
  if (x.from < 0)
    origin.move(x.at(0), 0).line(x.at(0), bar_height);
  drawPath(page, "grid", origin);
  drawPath(page, step.kind, bar);
  drawPath(page, "whisker", whisker);
  if (step.mark_s)
    mark.move(x.at(*step.mark_s), 1).line(x.at(*step.mark_s), bar_height - 1);
  drawPath(page, "mark", mark);
  page.close();
}

} // namespace tare
