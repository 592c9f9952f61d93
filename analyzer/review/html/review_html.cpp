// SPDX-License-Identifier: Apache-2.0
#include "analyzer/review/html/review_html.h"

#include "analyzer/report/html/page_frame.h"
#include "analyzer/report/sentences.h"
#include "analyzer/review/html/review_view.h"
#include "analyzer/review/wording.h"

namespace tare {
namespace {

bool everyReview(const Review &) { return true; }
bool isOfVersions(const Review &review) { return !asksIfHeld(review); }
bool hasMovedPlaces(const Review &review) { return !asksIfHeld(review) && anyPlaceMoved(review); }
bool hasGates(const Review &review) { return !review.gates.empty(); }
bool hasCautions(const Review &review) { return !cautions(review).empty(); }

struct ReviewView {
  std::string_view id;
  std::string_view title; // the question that it answers
  bool (*shown)(const Review &review);
  void (*write)(Markup &page, const Review &review);
};

constexpr ReviewView review_views[] = {
    {"pair", "Where did the time go on both sides?", everyReview, writePair},
    {"held", "Did the prediction hold?", asksIfHeld, writeHeld},
    {"moved", "What moved beyond the noise?", isOfVersions, writeMoved},
    {"places", "Where in the source did it move?", hasMovedPlaces, writeMovedPlaces},
    {"still", "What did not move, or is too small to say?", isOfVersions, writeStill},
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
  for (size_t i = 0; i < lead.size(); ++i)
    page.element("p", {{"class", i < review.results_differ.size() ? "loud" : "verdict"}}, lead[i]);
  for (const GateResult &result : review.gates)
    if (result.verdict == GateVerdict::Failed)
      page.element("p", {{"class", "loud"}}, capitalised(gateSentence(result)));
  if (!review.forced.empty())
    page.element("p", {{"class", "loud"}},
                 "Compared by force, though the two are not alike: see what to beware of.");
}

std::vector<PageSection> reviewSections(const Review &review) {
  std::vector<PageSection> sections;
  for (const ReviewView &view : review_views)
    if (view.shown(review))
      sections.push_back({std::string(view.id), std::string(view.title),
                          [write = view.write, &review](Markup &page) { write(page, review); }});
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

std::string reviewHtml(const Review &review) {
  return framedPage({"Tare: " + review.comparison.program + ", two versions",
                     [&](Markup &page) { writeReviewVerdict(page, review); },
                     reviewSections(review), reviewFooter(review)});
}

} // namespace tare
