// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/exports/exports.h"
#include "analyzer/report/html/chart.h"
#include "analyzer/report/html/waterfall.h"
#include "analyzer/report/parts.h"
#include "base/quantity.h"

#include <algorithm>

namespace tare {
namespace {

constexpr double svg_bars = 370, svg_row = 24, svg_figures = 130, svg_head = 34;

/// Wide enough for each name, in any usual font.
double namesWidth(const std::vector<WaterfallStep> &steps) {
  constexpr double letter = 7.4, margin = 16, least = 160;
  double most = least;
  for (const WaterfallStep &step : steps)
    most = std::max(most, letter * double(step.name.size()) + margin);
  return most;
}

/// Colours that are told apart on white and on black.
const char *colourOf(const std::string &kind) {
  return kind == "ideal"   ? "#3a5a8c"
         : kind == "up"    ? "#b54708"
         : kind == "whole" ? "#59636e"
                           : "none";
}

} // namespace

std::string waterfallSvg(const Ledger &ledger) {
  Markup picture;
  picture.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  if (ledger.tables.empty())
    return picture.open("svg", {{"xmlns", "http://www.w3.org/2000/svg"}}).take();
  const Table &table = ledger.tables[advisedTable(ledger)];
  PageContext context{ledger, selectLeaves(ledger), scaleOf(ledger, CellLayout()),
                      advisedTable(ledger)};
  std::vector<WaterfallStep> steps = waterfallSteps(table, context);
  const double names = namesWidth(steps), svg_width = names + svg_figures + svg_bars;
  double height = svg_head + svg_row * double(steps.size()) + 8;
  std::string title = ledger.program + " on " + sizeTitle(table) + ": T_p = T_s / p + overheads";
  picture.open("svg", {{"xmlns", "http://www.w3.org/2000/svg"},
                       {"role", "img"},
                       {"width", coordinate(svg_width)},
                       {"height", coordinate(height)},
                       {"viewBox", "0 0 " + coordinate(svg_width) + " " + coordinate(height)},
                       {"font-family", "sans-serif"},
                       {"font-size", "13"},
                       {"fill", "#59636e"}});
  picture.element("title", {}, title);
  drawText(picture, 4, 18, "start", title);
  Axis x = waterfallAxis(steps, names + svg_figures, svg_width - 8);
  double y = svg_head;
  for (const WaterfallStep &step : steps) {
    drawText(picture, names - 8, y + 16, "end", step.name);
    drawText(picture, names + svg_figures - 10, y + 16, "end",
             step.shown.range ? percentRangeText(*step.shown.range)
                              : timeText(step.time.time_s) + ", " +
                                    decimalText(step.shown.percent.value_or(0), 1) + " %");
    double from = x.at(std::min(step.from_s, step.to_s)),
           to = x.at(std::max(step.from_s, step.to_s));
    PathText bar, whisker;
    bar.box(from, y + 5, std::max(to - from, 1.0), svg_row - 10);
    bool is_filled = std::string_view(colourOf(step.kind)) != "none";
    picture.alone("path", {{"d", bar.text()},
                           {"fill", colourOf(step.kind)},
                           {"stroke", is_filled             ? "none"
                                      : step.kind == "down" ? "#1a6e3c"
                                                            : "#59636e"}});
    if (step.high_s > step.low_s) {
      whisker.move(x.at(step.low_s), y + 12).line(x.at(step.high_s), y + 12);
      picture.alone("path", {{"d", whisker.text()}, {"fill", "none"}, {"stroke", "#8a949e"}});
    }
    y += svg_row;
  }
  return picture.take();
}

} // namespace tare
