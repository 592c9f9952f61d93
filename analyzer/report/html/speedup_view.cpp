// SPDX-License-Identifier: Apache-2.0
// How much faster with more threads: speed-up and efficiency over p, with bands, the ideal and the
// limit.
#include "analyzer/ledger/lines.h"
#include "analyzer/ledger/teams.h"
#include "analyzer/report/html/chart.h"
#include "analyzer/report/html/page_view.h"
#include "analyzer/report/speed.h"
#include "base/quantity.h"

#include <algorithm>
#include <cstdio>

namespace tare {
namespace {

constexpr double plot_height = 240, plot_left = 48, plot_right = 16, plot_bottom = 36,
                 plot_top = 14;

double speedupOf(const Table &table, const Ledger &ledger) {
  double parallel_s = table.parallel_time.time_s;
  return parallel_s > 0 ? comparedSeconds(table, ledger) / parallel_s : 0;
}

/// The band comes from that of the efficiency: S = E p.
Estimate speedupBand(const Table &table, const Ledger &ledger) {
  double speedup = speedupOf(table, ledger), efficiency = table.efficiency.time_s;
  double factor = efficiency > 0 ? speedup / efficiency : 0;
  return {speedup, factor * table.efficiency.low_s, factor * table.efficiency.high_s};
}

std::string ratioShown(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.2f", bounded(value));
  return text;
}

std::string percentShown(const Estimate &ratio) {
  char text[80];
  std::snprintf(text, sizeof text, "%.1f %%", bounded(100 * ratio.time_s));
  return text + percentBandText(ratio, 1);
}

/// What T_s / T_p would be if the threads lost nothing: threads, of fixed ranks those of one.
double idealOf(const Table &table, const Ledger &ledger) {
  double ranks = ledger.same_ranks && table.ranks > 0 ? table.ranks : 1;
  return table.threads / ranks;
}

void drawAxes(Markup &page, const Axis &x, const Axis &y, const PageContext &context) {
  PathText grid;
  for (double value : roundNumbers(y.from, y.to)) {
    grid.move(x.at_from, y.at(value)).line(x.at_to, y.at(value));
    char text[40];
    std::snprintf(text, sizeof text, "%g", value + 0.0);
    drawText(page, x.at_from - 6, y.at(value) + 4, "end", text);
  }
  drawPath(page, "grid", grid);
  double last = -1e9;
  for (const Table &table : context.ledger.tables) {
    double at = x.at(table.threads);
    if (at - last < 26)
      continue;
    last = at;
    drawText(page, at, y.at_from + 18, "middle", std::to_string(table.threads));
  }
  drawText(page, (x.at_from + x.at_to) / 2, y.at_from + 33, "middle",
           context.table().ranks > 0 ? "threads of all ranks, p" : "threads, p");
}

void drawSpeedup(Markup &page, const PageContext &context) {
  const std::vector<Table> &tables = context.ledger.tables;
  double most_threads = 1, most = 1;
  for (const Table &table : tables) {
    most_threads = std::max<double>(most_threads, table.threads);
    most =
        std::max({most, speedupBand(table, context.ledger).high_s, idealOf(table, context.ledger)});
  }
  Axis x{0, most_threads, plot_left, chart_width - plot_right};
  Axis y{0, most, plot_height - plot_bottom, plot_top};
  page.open("svg", {{"class", tables.size() < 3 ? "chart few" : "chart"},
                    {"role", "img"},
                    {"aria-labelledby", "speedup-title"},
                    {"viewBox", "0 0 " + coordinate(chart_width) + " " + coordinate(plot_height)}});
  page.element("title", {{"id", "speedup-title"}},
               "Speed-up over threads; the table has the numbers");
  drawAxes(page, x, y, context);
  PathText ideal, measured, whiskers, dots, limit;
  bool first = true;
  for (const Table &table : tables) {
    Estimate speedup = speedupBand(table, context.ledger);
    double at = x.at(table.threads), height = y.at(speedup.time_s);
    double ideal_at = y.at(idealOf(table, context.ledger));
    first ? ideal.move(at, ideal_at) : ideal.line(at, ideal_at);
    first ? measured.move(at, height) : measured.line(at, height);
    if (speedup.high_s > speedup.low_s)
      whiskers.whisker(at, y.at(speedup.low_s), y.at(speedup.high_s), 5);
    dots.box(at - 3, height - 3, 6, 6);
    first = false;
  }
  const Table &last = tables.back();
  if (last.speedup_limit > 0 && last.speedup_limit < most) {
    limit.move(x.at_from, y.at(last.speedup_limit)).line(x.at_to, y.at(last.speedup_limit));
    drawText(page, x.at_to, y.at(last.speedup_limit) - 5, "end", "limit of the serial part");
  }
  drawPath(page, "ideal-line", ideal);
  drawPath(page, "limit-line", limit);
  drawPath(page, "measured-line", measured);
  drawPath(page, "whisker", whiskers);
  drawPath(page, "dots", dots);
  page.close();
}

/// Where the limit of the table comes from, in a sentence.
void writeLimit(Markup &page, const Table &table, const Ledger &ledger) {
  if (!isLimitKnown(table, ledger.tables))
    return;
  double serial_s = table.serial_fraction * table.serial_time.time_s;
  if (!(table.speedup_limit > 0) || !(serial_s > 0)) {
    page.element("p", {},
                 "No limit: no time was found in code outside of parallel regions, which more "
                 "threads cannot shorten.");
    return;
  }
  page.open("p").text("The limit: ");
  page.figure(serial_s, timeText(serial_s));
  page.text(" of the run on " + sizeTitle(table) + " are code outside of parallel regions, which " +
            (table.ranks > 0 ? "more threads in a rank do not shorten; more ranks may"
                             : "more threads do not shorten") +
            ". However many threads there are, T_s / T_p stays below " +
            timeText(table.serial_time.time_s) + " / " + timeText(serial_s) + " = " +
            ratioShown(table.speedup_limit) + ".");
  page.close();
}

} // namespace

void writeSpeedup(Markup &page, const PageContext &context) {
  const Ledger &ledger = context.ledger;
  page.open("figure");
  const Table &last = ledger.tables.back();
  page.element("figcaption", {},
               "On " + sizeTitle(last) + ": " + speedText(last, ledger) + " as " +
                   comparedText(ledger) +
                   (ledger.tables.size() > 1 ? ". Dashed: the ideal." : "."));
  if (ledger.tables.size() > 1)
    drawSpeedup(page, context);
  openScroll(page, "Speed-up in numbers");
  page.open("table", {{"class", "speedup"}});
  page.open("thead").open("tr");
  page.element("th", {{"scope", "col"}}, "size");
  for (const char *title : {"T_s", "T_p", "speed-up", "efficiency", "limit"})
    page.element("th", {{"scope", "col"}, {"class", "number"}}, title);
  page.close().close().open("tbody");
  for (const Table &table : ledger.tables) {
    Estimate speedup = speedupBand(table, ledger);
    page.open("tr").element("th", {{"scope", "row"}}, sizeTitle(table));
    double serial_s = comparedSeconds(table, ledger), parallel_s = table.parallel_time.time_s;
    page.open("td", {{"class", "number"}}).figure(serial_s, timeText(serial_s)).close();
    page.open("td", {{"class", "number"}}).figure(parallel_s, timeText(parallel_s)).close();
    page.open("td", {{"class", "number"}})
        .figure(speedup.time_s,
                ratioShown(speedup.time_s) + (speedup.high_s > speedup.low_s
                                                  ? " (" + ratioShown(speedup.low_s) + " to " +
                                                        ratioShown(speedup.high_s) + ")"
                                                  : ""))
        .close();
    page.open("td", {{"class", "number"}})
        .figure(table.efficiency.time_s, percentShown(table.efficiency))
        .close();
    page.open("td", {{"class", "number"}});
    if (table.speedup_limit > 0)
      page.figure(table.speedup_limit, ratioShown(table.speedup_limit));
    else
      page.text(isLimitKnown(table, ledger.tables) ? "none" : "not known");
    page.close().close();
  }
  page.close().close().close();
  writeLimit(page, last, ledger);
  page.close();
}

} // namespace tare
