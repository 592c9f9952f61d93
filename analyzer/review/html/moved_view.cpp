// SPDX-License-Identifier: Apache-2.0
// What changed beyond the noise: of the whole program, then at constructs with their places in both
// sources. Largest first.
#include "analyzer/review/html/review_view.h"
#include "analyzer/review/wording.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

std::vector<const Change *> movedOf(const ComparedTable &table, bool at_constructs) {
  std::vector<const Change *> moved;
  for (const Change *change : reportedChanges(table))
    if ((change->site >= 0) == at_constructs)
      moved.push_back(change);
  std::ranges::stable_sort(moved, std::greater(),
                           [](const Change *change) { return std::fabs(change->share); });
  return moved;
}

void wholeFootRow(Markup &page, const std::string &name, const Difference &difference,
                  const ComparedTable &table) {
  page.open("tr").element("th", {{"scope", "row"}}, name);
  differenceCells(page, difference, table);
  page.element("td", {}, "").close();
}

void movedRows(Markup &page, const Review &review, const ComparedTable &table) {
  openScrolledTable(page, "What moved, " + pText(table),
                    pText(table) + ": rows of the whole program, the largest change first; % of "
                                   "BASE's T_p, ± half of the 95 % band of the change.");
  page.open("thead").open("tr").element("th", {{"scope", "col"}}, "overhead");
  differenceHeads(page, review);
  page.element("th", {{"scope", "col"}}, "what it did").close().close();
  page.open("tbody");
  for (const Change *change : movedOf(table, false)) {
    page.open("tr").element("th", {{"scope", "row"}}, labelOf(change->category));
    changeCells(page, *change, table);
    page.close();
  }
  page.close().open("tfoot");
  wholeFootRow(page, "Serial time T_s", table.serial, table);
  wholeFootRow(page, "Parallel time T_p", table.parallel, table);
  wholeFootRow(page, "Sum of overheads", table.total, table);
  page.close().close().close();
}

void movedPlaceRows(Markup &page, const ReviewContext &context, const ComparedTable &table) {
  openScrolledTable(page, "Constructs that moved, " + pText(table),
                    pText(table) + ": the largest change first.");
  page.open("thead").open("tr");
  placeHeads(page);
  page.element("th", {{"scope", "col"}}, "overhead");
  differenceHeads(page, context.review);
  page.element("th", {{"scope", "col"}}, "what it did").close().close();
  page.open("tbody");
  for (const Change *change : movedOf(table, true)) {
    page.open("tr", {{"id", rowIdOf(table, *change)}});
    placeCells(page, context, table.sites[size_t(change->site)]);
    page.element("td", {{"class", "place"}}, labelOf(change->category));
    changeCells(page, *change, table);
    page.close();
  }
  page.close().close().close();
}

} // namespace

void writeMoved(Markup &page, const ReviewContext &context) {
  const Review &review = context.review;
  for (const ComparedTable &table : review.comparison.tables) {
    headOfTable(page, review, table);
    if (reportedChanges(table).empty())
      page.element("p", {}, noChangeText(table, review.comparison.limits));
    else if (movedOf(table, false).empty())
      page.element("p", {}, "No row of the whole program did. Constructs did: see below.");
    movedRows(page, review, table);
  }
}

bool anyPlaceMoved(const Review &review) {
  return std::ranges::any_of(review.comparison.tables, [](const ComparedTable &table) {
    return !movedOf(table, true).empty();
  });
}

void writeMovedPlaces(Markup &page, const ReviewContext &context) {
  const Review &review = context.review;
  page.element("p", {{"class", "tools"}, {"hidden", ""}}, ""); // the script puts a filter there
  for (const ComparedTable &table : review.comparison.tables)
    if (!movedOf(table, true).empty()) {
      headOfTable(page, review, table);
      movedPlaceRows(page, context, table);
    }
}

} // namespace tare
