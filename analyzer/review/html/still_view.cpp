// SPDX-License-Identifier: Apache-2.0
// What is not listed as a change: counted by reason, folded.
#include "analyzer/review/html/review_view.h"
#include "analyzer/review/wording.h"
#include "base/quantity.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tare {
namespace {

constexpr size_t most_still_places = 200; // rows at constructs

enum class StillWhy { Noise, Small, TooSmall, NotCompared, NoTest };
constexpr size_t still_reasons = 5;

StillWhy stillWhy(const Change &change, const ComparedTable &table) {
  if (untoldLine(table, change.category, change.site >= 0))
    return StillWhy::NotCompared;
  if (change.tested)
    return change.significant ? StillWhy::Small : StillWhy::Noise;
  return change.difference.testable ? StillWhy::TooSmall : StillWhy::NoTest;
}

std::string stillText(StillWhy why, const CompareLimits &limits) {
  switch (why) {
  case StillWhy::Noise:
    return "within the noise";
  case StillWhy::Small:
    return "beyond the noise, but by less than " + shareText(limits.least_effect, false) +
           " % of T_p";
  case StillWhy::TooSmall:
    return "too small on both sides to matter: not tested";
  case StillWhy::NotCompared:
    return "cannot be compared";
  case StillWhy::NoTest:
    break;
  }
  return "too few repetitions for a test";
}

std::vector<const Change *> stillOf(const ComparedTable &table, bool at_constructs) {
  std::vector<const Change *> still;
  for (const Change &change : table.changes)
    if (!change.reported && (change.site >= 0) == at_constructs &&
        (change.difference.base_s != 0 || change.difference.head_s != 0))
      still.push_back(&change);
  std::ranges::stable_sort(still, std::greater(),
                           [](const Change *change) { return std::fabs(change->share); });
  return still;
}

/// "12 rows within the noise; 3 rows too small on both sides to matter: not tested"
std::string stillCounts(const std::vector<const Change *> &still, const ComparedTable &table,
                        const CompareLimits &limits) {
  std::array<int64_t, still_reasons> counts = {};
  for (const Change *change : still)
    ++counts[static_cast<size_t>(stillWhy(*change, table))];
  std::string text;
  for (size_t why = 0; why < still_reasons; ++why)
    if (counts[why])
      text += (text.empty() ? "" : "; ") + numberOf(counts[why], "row") + " " +
              stillText(static_cast<StillWhy>(why), limits);
  return text.empty() ? "none" : text;
}

void stillRows(Markup &page, const ReviewContext &context, const ComparedTable &table,
               const std::vector<const Change *> &still, size_t shown) {
  const Review &review = context.review;
  bool at_constructs = !still.empty() && still.front()->site >= 0;
  openScrolledTable(page,
                    (at_constructs ? "Constructs that did not move, " : "What did not move, ") +
                        pText(table),
                    "The largest difference first.");
  page.open("thead").open("tr");
  if (at_constructs)
    placeHeads(page);
  page.element("th", {{"scope", "col"}}, "overhead");
  differenceHeads(page, review);
  page.element("th", {{"scope", "col"}}, "why it is not listed").close().close();
  page.open("tbody");
  for (size_t i = 0; i < shown; ++i) {
    const Change &change = *still[i];
    page.open("tr");
    if (at_constructs) {
      placeCells(page, context, table.sites[size_t(change.site)]);
      page.element("td", {{"class", "place"}}, labelOf(change.category));
    } else {
      page.element("th", {{"scope", "row"}}, labelOf(change.category));
    }
    differenceCells(page, change.difference, table);
    std::string why = stillText(stillWhy(change, table), review.comparison.limits);
    if (const UntoldLine *untold = untoldLine(table, change.category, change.site >= 0))
      why += ": " + untold->reason;
    page.element("td", {{"class", "place"}}, why).close();
  }
  page.close().close().close();
}

void stillPart(Markup &page, const ReviewContext &context, const ComparedTable &table,
               bool at_constructs) {
  std::vector<const Change *> still = stillOf(table, at_constructs);
  std::string front = pText(table) + (at_constructs ? ", at constructs: " : ", whole program: ") +
                      stillCounts(still, table, context.review.comparison.limits);
  if (still.empty()) {
    page.element("p", {}, front + ".");
    return;
  }
  page.open("details").element("summary", {}, front);
  size_t shown = std::min(still.size(), most_still_places);
  stillRows(page, context, table, still, shown);
  if (shown < still.size())
    page.element("p", {},
                 numberOf(int64_t(still.size() - shown), "smaller difference") +
                     " not shown: --format json has all.");
  page.close();
}

} // namespace

void writeStill(Markup &page, const ReviewContext &context) {
  for (const ComparedTable &table : context.review.comparison.tables)
    for (bool at_constructs : {false, true})
      stillPart(page, context, table, at_constructs);
}

} // namespace tare
