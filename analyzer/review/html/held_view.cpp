// SPDX-License-Identifier: Apache-2.0
// A prediction beside what was measured later: both with bands, and whether it held.
#include "analyzer/review/html/review_view.h"
#include "analyzer/review/wording.h"

namespace tare {
namespace {

void heldCells(Markup &page, const Difference &difference) {
  auto half = [&](double half_s) {
    page.open("td", {{"class", "number"}});
    if (half_s > 0)
      page.text("± ").figure(half_s, millisecondsText(half_s, false));
    page.close();
  };
  millisecondsCell(page, difference.base_s, false);
  half(difference.base_half_s);
  millisecondsCell(page, difference.head_s, false);
  half(difference.head_half_s);
  std::string held = heldText(difference);
  page.element("td", {{"class", held == "outside" ? "loud" : "place"}}, held);
}

void heldPageRow(Markup &page, const std::string &name, const std::string &place,
                 const Difference &difference) {
  page.open("tr").element("th", {{"scope", "row"}}, name);
  page.element("td", {{"class", "place"}}, place);
  heldCells(page, difference);
  page.close();
}

void heldPageTable(Markup &page, const ComparedTable &table) {
  openScrolledTable(page, "Prediction and measurement, " + pText(table), pText(table));
  page.open("thead").open("tr").element("th", {{"scope", "col"}}, "row");
  page.element("th", {{"scope", "col"}}, "place");
  for (const char *title : {"predicted", "±", "measured", "±"})
    page.element("th", {{"scope", "col"}, {"class", "number"}}, title);
  page.element("th", {{"scope", "col"}}, "in its band?").close().close();
  page.open("tbody");
  heldPageRow(page, "Serial time T_s", "", table.serial);
  heldPageRow(page, "Parallel time T_p", "", table.parallel);
  heldPageRow(page, "Sum of overheads", "", table.total);
  for (const Change &change : table.changes)
    if (change.site < 0 ? change.tested : change.reported)
      heldPageRow(page, labelOf(change.category),
                  change.site < 0 ? "" : placeText(table.sites[size_t(change.site)].shown()),
                  change.difference);
  page.close().close().close();
}

} // namespace

void writeHeld(Markup &page, const ReviewContext &context) {
  const Review &review = context.review;
  for (const ComparedTable &table : review.comparison.tables) {
    headOfTable(page, review, table);
    heldPageTable(page, table);
    page.element("p", {}, heldRowsText(table, review.comparison.limits));
  }
}

} // namespace tare
