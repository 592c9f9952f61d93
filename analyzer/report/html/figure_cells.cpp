// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/html/chart.h"
#include "analyzer/report/html/page_view.h"

#include "analyzer/ledger/lines.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tare {

void headCells(Markup &page) {
  page.element("th", {{"scope", "col"}, {"class", "number"}}, "time");
  page.element("th", {{"scope", "col"}, {"class", "number"}}, "% of T_p");
  page.element("th", {{"scope", "col"}, {"class", "number"}}, "±");
}

void figureCells(Markup &page, const PageContext &context, const Estimate &estimate,
                 const Figure &shown) {
  const TimeScale &scale = context.scale;
  page.open("td", {{"class", "number"}});
  if (shown.range)
    page.element(
        "span", {{"class", "unknown"}},
        decimalText(std::llround(bounded(estimate.low_s / scale.quantum_s())), scale.decimals) +
            " .. " +
            decimalText(std::llround(bounded(estimate.high_s / scale.quantum_s())),
                        scale.decimals) +
            " " + scale.unit);
  else if (shown.time)
    page.figure(estimate.time_s, decimalText(*shown.time, scale.decimals) + " " + scale.unit);
  page.close();
  page.open("td", {{"class", "number"}});
  if (shown.range)
    page.text(percentRangeText(*shown.range));
  else if (shown.percent)
    page.text(decimalText(*shown.percent, 1) + " %");
  page.close();
  page.open("td", {{"class", "number"}});
  if (shown.band && !shown.range) {
    char text[40];
    std::snprintf(text, sizeof text, "± %.1f", bounded(*shown.band));
    page.text(text);
  }
  page.close();
}

void drawPrediction(Markup &page, const Estimate &time, double measured_s) {
  Axis x{0, std::max(measured_s, time.high_s), 0, 1000};
  openBar(page);
  PathText now, then, whisker;
  now.box(0, 4, x.at(measured_s), 12);
  then.box(0, 7, x.at(time.time_s), 6);
  double low = x.at(time.low_s), high = x.at(time.high_s);
  whisker.move(low, 10).line(high, 10).move(low, 5).line(low, 15).move(high, 5).line(high, 15);
  drawPath(page, "before", now);
  drawPath(page, "predicted", then);
  drawPath(page, "whisker", whisker);
  page.close();
}

std::string sizeTitle(const Table &table) { return sizeText(sizeOf(table)); }

} // namespace tare
