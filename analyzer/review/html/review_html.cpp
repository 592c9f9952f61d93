// SPDX-License-Identifier: Apache-2.0
#include "analyzer/review/html/review_html.h"

#include "analyzer/report/html/page_frame.h"
#include "analyzer/report/sentences.h"
#include "analyzer/review/html/review_view.h"
#include "analyzer/review/wording.h"
#include "base/text.h"

#include <algorithm>

namespace tare {
namespace {

bool everyReview(const Review &) { return true; }
bool hasSites(const Review &review) {
  return !asksIfHeld(review) &&
         std::ranges::any_of(review.comparison.tables,
                             [](const ComparedTable &table) { return !table.sites.empty(); });
}
bool isOfVersions(const Review &review) { return !asksIfHeld(review); }
bool hasMovedPlaces(const Review &review) { return !asksIfHeld(review) && anyPlaceMoved(review); }
bool hasGates(const Review &review) { return !review.gates.empty(); }
bool hasCautions(const Review &review) { return !cautions(review).empty(); }

struct ReviewView {
  std::string_view id;
  std::string_view title; // the question that it answers
  bool (*shown)(const Review &review);
  void (*write)(Markup &page, const ReviewContext &context);
};

constexpr ReviewView review_views[] = {
    {"pair", "Where did the time go on both sides?", everyReview, writePair},
    {"held", "Did the prediction hold?", asksIfHeld, writeHeld},
    {"moved", "What moved beyond the noise?", isOfVersions, writeMoved},
    {"places", "Where in the source did it move?", hasMovedPlaces, writeMovedPlaces},
    {"still", "What did not move, or is too small to say?", isOfVersions, writeStill},
    {"source", "What do the sources of both say there?", hasSites, writeSourcePair},
    {"gates", "Did a gate fail?", hasGates, writeGates},
    {"cautions", "What should I beware of?", hasCautions, writeCautions},
};

std::string sideText(const Review &review, bool is_head) {
  std::string name = is_head ? review.head : review.base, side = sideName(review, is_head);
  return name + " (" + side + ")";
}

/// What the first lines of the text say, and the gates that failed.
void writeReviewVerdict(Markup &page, const Review &review) {
  page.element("h1", {}, review.comparison.program);
  page.element("p", {{"class", "source"}},
               sideText(review, true) + " against " + sideText(review, false));
  std::vector<std::string> lead = leadSentences(review);
  const size_t loud = loudSentences(review).size();
  for (size_t i = 0; i < lead.size(); ++i)
    page.element("p", {{"class", i < loud ? "loud" : "verdict"}}, lead[i]);
  for (const GateResult &result : review.gates)
    if (result.verdict == GateVerdict::Failed)
      page.element("p", {{"class", "loud"}}, capitalised(gateSentence(result)));
  if (!review.forced.empty())
    page.element("p", {{"class", "loud"}},
                 "Compared by force, though the two are not alike: see what to beware of.");
}

/// What to ask of HEAD.
void writeNextStep(Markup &page, const ReviewData &data) {
  if (data.head_results.empty())
    return;
  std::string results = quoteCommand({data.head_results});
  page.open("p").text("What would HEAD gain if something were changed? ");
  page.element("code", {}, "tare whatif " + results).text(" predicts it; ");
  page.element("code", {}, "tare report " + results + " --format html");
  page.text(" has that and all else of HEAD on a page.").close();
}

std::vector<PageSection> reviewSections(const ReviewContext &context) {
  std::vector<PageSection> sections;
  for (const ReviewView &view : review_views)
    if (view.shown(context.review))
      sections.push_back({std::string(view.id), std::string(view.title),
                          [write = view.write, &context](Markup &page) { write(page, context); }});
  return sections;
}

std::vector<std::string> reviewFooter(const Review &review) {
  const Comparison &comparison = review.comparison;
  std::vector<std::string> sentences = {asksIfHeld(review) ? heldFootText(comparison.limits)
                                                           : changeFootText(comparison.limits)};
  for (const auto &[side, scenario] :
       {std::pair("BASE", &comparison.base_scenario), std::pair("HEAD", &comparison.head_scenario)})
    if (!scenario->empty())
      sentences.push_back(std::string(side) + " is predicted: " + *scenario + ".");
  return sentences;
}

} // namespace

std::string reviewHtml(const Review &review, const ReviewData &data) {
  ReviewContext context{review, data, reviewSourcesOf(review, data)};
  return framedPage({"Tare: " + review.comparison.program + ", two versions",
                     [&](Markup &page) {
                       writeReviewVerdict(page, review);
                       writeNextStep(page, data);
                     },
                     reviewSections(context), reviewFooter(review)});
}

} // namespace tare
