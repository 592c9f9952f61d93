// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/html/page_view.h"

#include "analyzer/ledger/lines.h"

#include <algorithm>
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
    page.element("span", {{"class", "unknown"}}, "not known");
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

std::string sizeTitle(const Table &table) { return sizeText(sizeOf(table)); }

} // namespace tare
