// SPDX-License-Identifier: Apache-2.0
// Where T_p comes from in both versions: two waterfalls with the same rows, on one scale.
#include "analyzer/report/html/waterfall.h"
#include "analyzer/report/selection.h"
#include "analyzer/review/html/review_view.h"
#include "analyzer/review/wording.h"
#include "base/quantity.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

/// A row of both waterfalls.
struct PairRow {
  std::string name;
  Difference difference;
  bool is_whole = false; // T_s / p and T_p: from zero
  bool is_compared = true;
};

bool isPairRow(const Change &change, double least_s) {
  return change.reported || std::fabs(change.difference.base_s) >= least_s ||
         std::fabs(change.difference.head_s) >= least_s;
}

/// A part of a figure, without band.
Difference divided(const Difference &difference, double by) {
  Difference part;
  part.base_s = difference.base_s / by;
  part.head_s = difference.head_s / by;
  part.change_s = difference.change_s / by;
  return part;
}

void addFigures(Difference &sum, const Difference &part, double sign) {
  sum.base_s += sign * part.base_s;
  sum.head_s += sign * part.head_s;
  sum.change_s += sign * part.change_s;
}

/// T_s / p, the overheads, T_p. What no row has is a row of its own, so that each side adds up.
std::vector<PairRow> pairRows(const ComparedTable &table) {
  double least_s = folding_share * table.parallel_s();
  Difference ideal = divided(table.serial, std::max(table.threads, 1)), folded,
             left = divided(table.parallel, 1);
  addFigures(left, ideal, -1);
  std::vector<PairRow> rows = {{"Ideal time, T_s / p", ideal, true}};
  std::vector<PairRow> last;
  int64_t small = 0;
  for (const Change &change : table.changes) {
    if (change.site >= 0)
      continue;
    addFigures(left, change.difference, -1);
    PairRow row{labelOf(change.category), change.difference, false,
                !untoldLine(table, change.category, false)};
    if (change.category == category::unidentified)
      last.push_back(row);
    else if (isPairRow(change, least_s))
      rows.push_back(row);
    else
      addFigures(folded, change.difference, 1), ++small;
  }
  if (small)
    rows.push_back({"other (" + numberOf(small, "small row") + ")", folded});
  rows.insert(rows.end(), last.begin(), last.end());
  if (std::max(std::fabs(left.base_s), std::fabs(left.head_s)) >= least_s)
    rows.push_back({"in no row", left});
  rows.push_back({"Parallel time, T_p", table.parallel, true});
  return rows;
}

/// A bar of HEAD has the band of the change at its end, and a mark where BASE's length would end.
std::vector<WaterfallStep> sideSteps(const std::vector<PairRow> &rows, bool is_head) {
  std::vector<WaterfallStep> steps;
  double at = 0;
  for (const PairRow &row : rows) {
    const Difference &difference = row.difference;
    double size = is_head ? difference.head_s : difference.base_s, from = row.is_whole ? 0 : at;
    WaterfallStep step;
    step.kind = !row.is_compared ? "unknown" : size < 0 ? "down" : "up";
    if (row.is_whole)
      step.kind = &row == &rows.front() ? "ideal" : "whole";
    step.from_s = from;
    step.to_s = at = from + size;
    double half = is_head ? difference.head_half_s : difference.base_half_s;
    if (half > 0)
      step.low_s = at - half, step.high_s = at + half;
    else if (is_head && difference.testable)
      step.low_s = from + difference.base_s + difference.low_s,
      step.high_s = from + difference.base_s + difference.high_s;
    if (is_head)
      step.mark_s = from + difference.base_s;
    steps.push_back(step);
  }
  return steps;
}

void sideCells(Markup &page, const std::string &side, double time_s, const WaterfallStep &step,
               const Axis &x) {
  page.open("td", {{"class", "number"}}).element("span", {{"class", "side"}}, side).text(" ");
  page.figure(time_s, millisecondsText(time_s, false) + " ms").close();
  page.open("td", {{"class", "bars"}});
  drawBar(page, step, x);
  page.close();
}

void pairTable(Markup &page, const Review &review, const ComparedTable &table) {
  std::vector<PairRow> rows = pairRows(table);
  std::vector<WaterfallStep> base = sideSteps(rows, false), head = sideSteps(rows, true);
  std::vector<WaterfallStep> both = base;
  both.insert(both.end(), head.begin(), head.end());
  Axis x = waterfallAxis(both, 1, bar_width - 1);
  std::string base_name = sideName(review, false), head_name = sideName(review, true);
  page.open("table", {{"class", "waterfall pair"}});
  page.element("caption", {},
               std::string("On each side T_s / p and the overheads add up to T_p; both sides have "
                           "one scale. A gain goes back, and has a minus. The upright mark on a "
                           "bar of the second side is where the first side's length would end. ") +
                   (table.by_bands ? "Thin lines are 95 % bands."
                                   : "The thin line is the 95 % band of the change.") +
                   (std::ranges::all_of(rows, &PairRow::is_compared)
                        ? ""
                        : " A row with a dashed bar cannot be compared."));
  page.open("thead").open("tr").element("th", {{"scope", "col"}}, "row");
  for (const std::string &name : {base_name, head_name}) {
    page.element("th", {{"scope", "col"}, {"class", "number"}}, name);
    page.element("td", {{"class", "bars"}}, "");
  }
  page.element("th", {{"scope", "col"}, {"class", "number"}}, "change").close().close();
  page.open("tbody");
  for (size_t i = 0; i < rows.size(); ++i) {
    const Difference &difference = rows[i].difference;
    page.open("tr", {{"class", head[i].kind + "-row"}});
    page.element("th", {{"scope", "row"}}, rows[i].name);
    sideCells(page, base_name, difference.base_s, base[i], x);
    sideCells(page, head_name, difference.head_s, head[i], x);
    page.open("td", {{"class", "number"}}).element("span", {{"class", "side"}}, "change");
    page.text(" ").figure(difference.change_s, millisecondsText(difference.change_s, true) + " ms");
    page.close().close();
  }
  page.close().close();
}

} // namespace

void writePair(Markup &page, const ReviewContext &context) {
  const Review &review = context.review;
  const std::vector<ComparedTable> &tables = review.comparison.tables;
  for (size_t i = tables.size(); i-- > 0;) {
    const ComparedTable &table = tables[i];
    if (i + 1 == tables.size())
      page.open("details", {{"class", "of-p"}, {"open", ""}});
    else
      page.open("details", {{"class", "of-p"}});
    page.element("summary", {},
                 pText(table) + ": T_p " + timeText(table.parallel.base_s) + " (" +
                     sideName(review, false) + "), " + timeText(table.parallel.head_s) + " (" +
                     sideName(review, true) + ")");
    pairTable(page, review, table);
    page.close();
  }
}

} // namespace tare
