// SPDX-License-Identifier: Apache-2.0
// Where T_p comes from: T_s / p, each overhead up or down, T_p. Bars that begin where the one above
// ends, beside the numbers.
#include "analyzer/ledger/lines.h"
#include "analyzer/report/html/waterfall.h"
#include "base/quantity.h"

namespace tare {
namespace {

void writeSteps(Markup &page, const Table &table, const PageContext &context) {
  std::vector<WaterfallStep> steps = waterfallSteps(table, context);
  Axis x = waterfallAxis(steps, 0, bar_width);
  page.open("table", {{"class", "waterfall"}});
  page.element("caption", {},
               "T_s / p and the overheads add up to T_p. A bar begins where the one above ends; a "
               "gain goes back, and has a minus.");
  page.open("thead").open("tr");
  page.element("th", {{"scope", "col"}}, "row");
  headCells(page);
  page.element("td", {{"class", "bars"}}, "");
  page.close().close().open("tbody");
  for (const WaterfallStep &step : steps) {
    page.open("tr", {{"class", step.kind + "-row"}});
    page.element("th", {{"scope", "row"}}, step.name);
    figureCells(page, context, step.time, step.shown);
    page.open("td", {{"class", "bars"}});
    drawBar(page, step, x);
    page.close().close();
  }
  page.close().close();
}

/// "load imbalance is 32.4 % of it".
std::string findingOf(const Table &table) {
  const LedgerLine *largest = nullptr;
  for (const LedgerLine &line : table.overheads)
    if (!line.is_void && line.category != category::unidentified &&
        (!largest || line.time.time_s > largest->time.time_s))
      largest = &line;
  double whole = table.parallel_time.time_s;
  if (!largest || !(whole > 0) || !(largest->time.time_s > 0))
    return "no overhead stands out";
  return labelOf(largest->category) + " is the largest overhead, " +
         tenthPercent(largest->time.time_s / whole) + " of T_p";
}

} // namespace

void writeWaterfall(Markup &page, const PageContext &context) {
  const std::vector<Table> &tables = context.ledger.tables;
  for (size_t i = tables.size(); i-- > 0;) {
    const Table &table = tables[i];
    if (i == context.advised)
      page.open("details", {{"class", "of-p"}, {"open", ""}});
    else
      page.open("details", {{"class", "of-p"}});
    page.element("summary", {},
                 sizeTitle(table) + ": " + timeText(table.ideal_time.time_s) + " ideal, " +
                     timeText(table.parallel_time.time_s) + " measured; " + findingOf(table));
    writeSteps(page, table, context);
    page.close();
  }
}

} // namespace tare
