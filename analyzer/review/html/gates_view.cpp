// SPDX-License-Identifier: Apache-2.0
// Gates with their verdicts, the failed ones first; and what to beware of.
#include "analyzer/review/html/review_view.h"
#include "analyzer/review/wording.h"

#include <algorithm>

namespace tare {
namespace {

std::string confirmationText(const GateResult &result) {
  switch (result.confirmation) {
  case Confirmation::Both:
    return "both sides were measured again";
  case Confirmation::Head:
    return "HEAD was measured again";
  case Confirmation::None:
    break;
  }
  return "not measured again";
}

} // namespace

void writeGates(Markup &page, const ReviewContext &context) {
  const Review &review = context.review;
  openScrolledTable(page, "Gates", "Gates, the failed ones first.");
  page.open("thead").open("tr");
  for (const char *title : {"gate", "verdict", "why", "confirmation"})
    page.element("th", {{"scope", "col"}}, title);
  page.close().close().open("tbody");
  std::vector<const GateResult *> results;
  for (const GateResult &result : review.gates)
    results.push_back(&result);
  std::ranges::stable_sort(results, std::greater(),
                           [](const GateResult *result) { return result->verdict; });
  for (const GateResult *result : results) {
    bool failed = result->verdict == GateVerdict::Failed;
    page.open("tr").open("th", {{"scope", "row"}});
    page.element("code", {}, result->gate.text).close();
    page.element("td", {{"class", failed ? "loud" : "place"}}, verdictName(result->verdict));
    page.element("td", {{"class", "place"}}, result->reason);
    page.element("td", {{"class", "place"}}, confirmationText(*result));
    page.close();
  }
  page.close().close().close();
}

void writeCautions(Markup &page, const ReviewContext &context) {
  const Review &review = context.review;
  page.open("ul");
  for (const std::string &caution : cautions(review))
    page.element("li", {}, caution);
  page.close();
}

} // namespace tare
