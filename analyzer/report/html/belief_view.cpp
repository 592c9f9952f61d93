// SPDX-License-Identifier: Apache-2.0
// May I believe it: the verdict, every repetition as a dot, the cost of measuring, coverage, notes,
// the machine and the commands.
#include "analyzer/ledger/lines.h"
#include "analyzer/report/belief.h"
#include "analyzer/report/html/chart.h"
#include "analyzer/report/html/page_view.h"
#include "analyzer/report/note_text.h"
#include "analyzer/report/sentences.h"
#include "base/quantity.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace tare {
namespace {

constexpr double dots_height = 38, dots_left = 8, dots_right = 8;

struct Dots {
  std::string name;
  std::vector<double> values;
  Estimate estimate;
};

/// Each on a scale of its own. Its least and its largest value stand above it.
void drawDots(Markup &page, const std::vector<Dots> &rows) {
  double height = dots_height * double(rows.size()) + 6;
  page.open("svg", {{"class", "chart"},
                    {"role", "img"},
                    {"aria-label", "Each repetition as a dot"},
                    {"viewBox", "0 0 420 " + coordinate(height)}});
  double y = 26;
  for (const Dots &row : rows) {
    auto [least, most] = std::ranges::minmax_element(row.values);
    double middle = (*least + *most) / 2, half = std::max((*most - *least) / 2, 0.01 * middle);
    Axis x{middle - half, middle + half, dots_left, chart_width - dots_right};
    PathText band, dots;
    if (row.estimate.high_s > row.estimate.low_s)
      band.box(x.at(row.estimate.low_s), y - 8,
               x.at(row.estimate.high_s) - x.at(row.estimate.low_s), 16);
    for (double value : row.values)
      dots.box(x.at(value) - 2.5, y - 2.5, 5, 5);
    drawPath(page, "band", band);
    drawPath(page, "dots", dots);
    drawText(page, dots_left, y - 12, "start",
             row.name + ": " + numberOf(int64_t(row.values.size()), "repetition") + ", " +
                 timeText(*least) + (*least < *most ? " to " + timeText(*most) : ""));
    y += dots_height;
  }
  page.close();
}

void writeRepetitions(Markup &page, const PageContext &context) {
  std::vector<Dots> rows;
  for (const Table &table : context.ledger.tables) {
    if (table.parallel_repetitions_s.size() > 1)
      rows.push_back(
          {"T_p, " + sizeTitle(table), table.parallel_repetitions_s, table.parallel_time});
    bool is_told = std::ranges::find(context.ledger.tables, table.serial_repetitions_s,
                                     &Table::parallel_repetitions_s) != context.ledger.tables.end();
    if (&table == &context.table() && table.serial_repetitions_s.size() > 1 && !is_told)
      rows.push_back({"T_s, in turns with " + sizeTitle(table), table.serial_repetitions_s,
                      table.serial_time});
  }
  if (rows.empty())
    return;
  page.open("figure");
  page.element(
      "figcaption", {},
      "Each repetition that counts is a dot; the bar behind is the 95 % band. From five "
      "repetitions on, a figure is the mean of the three fifths that were least disturbed. "
      "Each row has a scale of its own, which spans at least 2 % of the time.");
  drawDots(page, rows);
  page.open("details").element("summary", {}, "Numbers");
  page.open("table").open("tbody");
  for (const Dots &row : rows) {
    page.open("tr").element("th", {{"scope", "row"}}, row.name);
    for (double value : row.values)
      page.open("td", {{"class", "number"}}).figure(value, timeText(value)).close();
    page.close();
  }
  page.close().close().close().close();
}

void writeCost(Markup &page, const Table &table) {
  const OwnCost &cost = table.own_cost;
  double whole = table.parallel_time.time_s;
  page.open("p").text("With probes the program took ");
  page.figure(std::abs(cost.measured_s), timeText(std::abs(cost.measured_s)));
  page.text(std::string(cost.measured_s < 0 ? " less" : " more") + " (" +
            tenthPercent(whole > 0 ? std::abs(cost.measured_s) / whole : 0) + " of T_p)");
  if (cost.approximated)
    page.text("; " + timeText(cost.removed_s) + " were taken out of the figures by calibration");
  page.text(".").close();
}

void writeNotes(Markup &page, const PageContext &context) {
  std::vector<std::string> sentences =
      footSentences(context.ledger, context.selection, View::Whole);
  page.open("ul", {{"class", "notes"}});
  std::set<std::string> seen;
  for (const std::string &sentence : sentences)
    if (seen.insert(sentence).second) {
      page.open("li");
      writeSentence(page, context, sentence);
      page.close();
    }
  page.close();
}

void writeRuns(Markup &page, const Ledger &ledger) {
  openScroll(page, "Commands");
  std::vector<RunSummary> runs = runsOfRoles(ledger);
  bool has_compilers =
      std::ranges::any_of(runs, [](const RunSummary &r) { return !r.compiler.empty(); });
  page.open("table").open("thead").open("tr");
  for (const char *title : {"program", "command", "compiled by"})
    if (has_compilers || std::string_view(title) != "compiled by")
      page.element("th", {{"scope", "col"}}, title);
  page.close().close().open("tbody");
  for (const RunSummary &run : runs) {
    page.open("tr").element("th", {{"scope", "row"}}, roleTitle(run.role));
    page.open("td").element("code", {}, run.command).close();
    if (has_compilers)
      page.open("td").element("code", {}, run.compiler).close();
    page.close();
  }
  page.close().close().close();
}

} // namespace

void writeBelief(Markup &page, const PageContext &context) {
  const Ledger &ledger = context.ledger;
  page.element("p", {{"class", "belief"}}, beliefText(beliefIn(ledger, context.table())) + ".");
  page.element("p", {}, headText(ledger));
  if (std::string machine = machineText(ledger.machine); !machine.empty())
    page.element("p", {}, machine);
  writeRepetitions(page, context);
  writeCost(page, context.table());
  page.element("h3", {}, "How to read the figures, and what to beware of");
  writeNotes(page, context);
  page.element("h3", {}, "What was run");
  writeRuns(page, ledger);
}

} // namespace tare
