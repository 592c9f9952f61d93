// SPDX-License-Identifier: Apache-2.0
// Where T_p comes from: T_s / p, each overhead up or down, T_p. Bars that begin where the one above
// ends, beside the numbers.
#include "analyzer/ledger/lines.h"
#include "analyzer/report/figures.h"
#include "analyzer/report/html/row_meaning.h"
#include "analyzer/report/html/waterfall.h"
#include "analyzer/report/sentences.h"
#include "base/files.h"
#include "base/quantity.h"
#include "base/text.h"

#include <cmath>

namespace tare {
namespace {

/// The place that has most of a row, if it has a good part of it; else null.
const ConstructLines *mainPlace(const Table &table, const std::string &category, double time_s) {
  constexpr double good_part = 0.25, worth_a_place = 0.005; // of the row, of T_p
  if (category.empty() || std::abs(time_s) < worth_a_place * table.parallel_time.time_s)
    return nullptr;
  const ConstructLines *largest = nullptr;
  double most_s = good_part * std::abs(time_s);
  for (const ConstructLines &construct : table.constructs)
    if (const LedgerLine *line = lineOf(construct.overheads, category))
      if (double at_s = line->time.time_s * (time_s < 0 ? -1 : 1); at_s > most_s) {
        most_s = at_s;
        largest = &construct;
      }
  return largest;
}

/// "most at lu2.c:29", with a link where the page is about this table.
void writeMainPlace(Markup &page, const WaterfallStep &step, const Table &table,
                    const PageContext &context) {
  const ConstructLines *place = mainPlace(table, step.category, step.time.time_s);
  if (!place || step.shown.range)
    return;
  std::string words =
      "most at " + baseName(printable(place->file)) + ":" + std::to_string(place->line);
  page.text(" ").open("small");
  if (&table == &context.table())
    writePlace(page, context, *place, words);
  else
    page.text(words);
  page.close();
}

void writeMeanings(Markup &page, const std::vector<WaterfallStep> &steps) {
  page.open("details").element("summary", {}, "What these rows mean");
  page.open("dl");
  for (const WaterfallStep &step : steps)
    if (std::string_view meaning = meaningOf(step.category); !meaning.empty())
      page.element("dt", {}, step.name).element("dd", {}, capitalised(std::string(meaning)) + ".");
  page.close().close();
}

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
    page.open("th", {{"scope", "row"}}).text(step.name);
    writeMainPlace(page, step, table, context);
    page.close();
    figureCells(page, context, step.time, step.shown);
    page.open("td", {{"class", "bars"}});
    drawBar(page, step, x);
    page.close().close();
  }
  page.close().close();
  if (table.job && table.job->reference_in_mpi > 0)
    page.element("p", {},
                 "The run that this job is compared with spends " +
                     tenthPercent(table.job->reference_in_mpi) +
                     " of its time in MPI, too. That is in the ideal time, and the MPI rows have "
                     "only what is added.");
  writeMeanings(page, steps);
}

/// "load imbalance is 32.4 % of it". A row that is known as a range counts by its lower end.
std::string findingOf(const Table &table) {
  constexpr double stands_out = 0.001; // of T_p
  auto sure = [](const LedgerLine &line) {
    return line.is_void ? line.time.low_s : line.time.time_s;
  };
  const LedgerLine *largest = nullptr;
  for (const LedgerLine &line : table.overheads)
    if (line.category != category::unidentified && (!largest || sure(line) > sure(*largest)))
      largest = &line;
  double whole = table.parallel_time.time_s;
  if (!largest || !(whole > 0) || sure(*largest) < stands_out * whole)
    return "no overhead stands out";
  std::string share = tenthPercent(largest->time.time_s / whole);
  if (largest->is_void)
    share =
        percentRangeText({100 * largest->time.low_s / whole, 100 * largest->time.high_s / whole});
  return labelOf(largest->category) + " is the largest overhead, " + share + " of T_p";
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
