// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/html/chart.h"
#include "analyzer/review/html/review_view.h"
#include "analyzer/review/wording.h"

namespace tare {
namespace {

void numberHead(Markup &page, std::string_view title) {
  page.element("th", {{"scope", "col"}, {"class", "number"}}, title);
}

/// "lu2.c:31", or why there is none.
std::string sidePlace(const std::optional<Site> &site, const ComparedSite &both, bool is_head) {
  if (site)
    return placeText(*site);
  if (both.unprobed)
    return "left out by a plan";
  return is_head ? "gone" : "not there yet";
}

void placeLink(Markup &page, const std::string &anchor, const std::string &words) {
  if (anchor.empty())
    page.text(words);
  else
    page.element("a", {{"href", "#" + anchor}}, words);
}

} // namespace

std::string rowIdOf(const ComparedTable &table, const Change &change) {
  return "p" + std::to_string(table.ranks) + "-" + std::to_string(table.threads) + "-" +
         std::to_string(&change - table.changes.data());
}

std::string pText(const ComparedTable &table) { return sizeHead(table.size()); }

void headOfTable(Markup &page, const Review &review, const ComparedTable &table) {
  if (review.comparison.tables.size() > 1)
    page.element("h3", {}, pText(table));
}

void millisecondsCell(Markup &page, double seconds, bool sign) {
  page.open("td", {{"class", "number"}});
  page.figure(seconds, millisecondsText(seconds, sign) + " ms").close();
}

void differenceHeads(Markup &page, const Review &review) {
  numberHead(page, sideName(review, false));
  numberHead(page, sideName(review, true));
  numberHead(page, "change");
  numberHead(page, "% of T_p");
  numberHead(page, "±");
}

void differenceCells(Markup &page, const Difference &difference, const ComparedTable &table) {
  double whole_s = table.parallel_s();
  millisecondsCell(page, difference.base_s, false);
  millisecondsCell(page, difference.head_s, false);
  millisecondsCell(page, difference.change_s, true);
  double share = whole_s > 0 ? difference.change_s / whole_s : 0;
  page.open("td", {{"class", "number"}}).figure(share, shareText(share, true) + " %").close();
  page.element("td", {{"class", "number"}}, "± " + halfWidthText(difference, table));
}

void changeCells(Markup &page, const Change &change, const ComparedTable &table) {
  bool is_loss = change.difference.change_s > 0;
  differenceCells(page, change.difference, table);
  page.element("td", {{"class", is_loss ? "lost" : "gained"}},
               is_loss ? "grew: a loss" : "shrank: a gain");
}

void placeHeads(Markup &page) {
  page.element("th", {{"scope", "col"}}, "place in HEAD");
  page.element("th", {{"scope", "col"}}, "place in BASE");
  page.element("th", {{"scope", "col"}}, "construct");
}

void placeCells(Markup &page, const ReviewContext &context, const ComparedSite &site) {
  page.open("th", {{"scope", "row"}, {"class", "place"}});
  placeLink(page, context.sources.anchor(site.head, true), sidePlace(site.head, site, true));
  page.close().open("td", {{"class", "place"}});
  placeLink(page, context.sources.anchor(site.base, false), sidePlace(site.base, site, false));
  page.close();
  const Site &shown = site.shown();
  page.open("td", {{"class", "place construct"}});
  page.element("code", {}, shown.directive.empty() ? shown.kind : shown.directive);
  if (!shown.function.empty())
    page.text(" in ").element("code", {}, shown.function);
  if (site.base && site.head && site.by != MatchedBy::Exact)
    page.text(", edited");
  page.close();
}

void openScrolledTable(Markup &page, const std::string &label, const std::string &caption) {
  openScroll(page, label);
  page.open("table", {{"class", "sortable"}});
  page.element("caption", {}, caption);
}

} // namespace tare
