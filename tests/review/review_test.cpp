// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/page.h"
#include "analyzer/review/wording.h"
#include "base/text.h"
#include "catch.hpp"
#include "sample_review.h"

using namespace tare;
using namespace tare::test;
using Catch::Contains;

TEST_CASE("text: what grew, where it is now, where it was, and that it was edited") {
  std::string text = reviewText(reviewOf(versions(0.1), {"any > 5%"}));
  CHECK_THAT(text, Contains("waiting for locks"));
  CHECK_THAT(text, Contains("src dir/x.c:37  critical(`a|b`)  (was src dir/x.c:30, edited)"));
  CHECK_THAT(text, Contains("gate any > 5%: failed."));
  CHECK_THAT(text, !Contains("load imbalance"));
  for (const std::string &line : splitText(text, '\n')) {
    CHECK(displayWidth(line) <= 80);
    CHECK(printable(line) == line);
  }
}

TEST_CASE("text: nothing changed, and how much could have been missed") {
  std::string text = reviewText(reviewOf(versions(0), {"any > 5%"}));
  CHECK_THAT(text, Contains("No overhead changed by 2.0 % of T_p or more beyond the noise"));
  CHECK_THAT(text, Contains("The widest band is"));
  CHECK_THAT(text, Contains("gate any > 5%: passed."));
}

TEST_CASE("by how much T_p became less is a size: the word has the sign") {
  std::pair<Ledger, Ledger> pair = slower();
  CHECK_THAT(leadSentences(reviewOf(pair))[0], Contains("slower by 2") && !Contains("by +"));
  std::swap(pair.first, pair.second);
  CHECK_THAT(leadSentences(reviewOf(pair))[0], Contains("faster by 1") && !Contains("by -"));
}

TEST_CASE("too few repetitions: no verdict, and it is said") {
  std::pair<Ledger, Ledger> noisy = versions(0.1, 2);
  noisy.second.tables[0].repetitions_accepted = 0;
  CHECK(joinText(cautions(reviewOf(noisy)), " ")
            .find("2 and 2 repetitions with values: a test needs 3") != std::string::npos);
  std::string text = reviewText(reviewOf(versions(0.1, 2), {"any > 5%"}));
  CHECK_THAT(text, Contains("No verdict: too few repetitions"));
  CHECK_THAT(text, Contains("gate any > 5%: open."));
  CHECK_THAT(text, Contains("±?"));
}

TEST_CASE("a prediction against what was measured: said as that, with a verdict for each row") {
  Review held = reviewOf(prediction(0), {"time > 5%"});
  std::string text = reviewText(held);
  CHECK_THAT(text, Contains("head.json (measured) against base.json (predicted)"));
  CHECK_THAT(text, Contains("T_p: predicted 4"));
  CHECK_THAT(text, Contains("inside the band"));
  CHECK_THAT(text, !Contains("too few repetitions") && !Contains("OUTSIDE"));
  CHECK_THAT(text, Contains("gate time > 5%: passed."));
  CHECK_THAT(reviewMarkdown(held), Contains("measured T\\_p inside the predicted band"));
  CHECK_THAT(reviewJson(held), Contains("\"base_predicted\": \"N = 3000 on 2 threads\"") &&
                                   Contains("\"held\": \"inside\""));
  Review missed = reviewOf(prediction(0.1));
  for (int width : {60, 80, 120})
    for (const std::string &line : splitText(reviewText(missed, width), '\n'))
      CHECK(displayWidth(line) <= width);
  CHECK_THAT(reviewText(missed), Contains("outside\n    src dir/x.c:37"));
  CHECK_THAT(reviewMarkdown(missed), Contains("| outside |"));
  CHECK_THAT(reviewSarif(missed), Contains("is above its prediction"));
}

TEST_CASE("results that differ are said first, in every form") {
  Review review = reviewOf(versions(0.1));
  review.results_differ = {"HEAD: RESULTS DIFFER: it prints '1'."};
  std::string text = reviewText(review), markdown = reviewMarkdown(review);
  CHECK(text.find("RESULTS DIFFER") < text.find("T_p"));
  CHECK(markdown.find("RESULTS DIFFER") < markdown.find("T\\_p"));
  CHECK_THAT(reviewJson(review), Contains("\"results_differ\": [\n    \"HEAD: RESULTS"));
  CHECK_THAT(reviewSarif(review), Contains("HEAD: RESULTS DIFFER"));
}

TEST_CASE("what was forced and remarked is in every form for people") {
  Review review = reviewOf(versions(0));
  review.forced = {"host: 'a' and 'b'"};
  review.comparison.remarks = {"the serial program is compiled in another way"};
  for (const std::string &text :
       {reviewText(review), reviewMarkdown(review), reviewSarif(review), reviewJson(review)}) {
    CHECK_THAT(text, Contains("host: 'a' and 'b'"));
    CHECK_THAT(text, Contains("compiled in another way"));
  }
}

TEST_CASE("what a plan left out on one side is called so, and what it moved is no finding") {
  std::pair<Ledger, Ledger> pair = versions(0.1);
  std::vector<ConstructLines> &constructs = pair.first.tables[0].constructs;
  pair.first.coverage.unprobed.push_back({.id = constructs[1].id, .kind = "critical"});
  constructs.erase(constructs.begin() + 1);
  Review review = reviewOf(pair);
  CHECK_THAT(reviewText(review),
             Contains("(without probes by a plan in BASE)") && !Contains("(new)"));
  CHECK(growths(review).empty());
}

TEST_CASE("findings are growths at their constructs, the whole program only without one") {
  Review review = reviewOf(versions(0.1));
  std::vector<GrowthFinding> found = growths(review);
  REQUIRE(found.size() == 1);
  CHECK(found[0].site != nullptr);
  CHECK(growths(reviewOf(versions(-0.04))).empty());
  for (ComparedTable &table : review.comparison.tables)
    for (Change &change : table.changes)
      change.reported &= change.site < 0;
  found = growths(review);
  REQUIRE(found.size() == 1);
  CHECK(found[0].site == nullptr);
  CHECK_THAT(reviewSarif(review), Contains("physicalLocation")); // at the first construct
  for (ComparedTable &table : review.comparison.tables) {
    for (Change &change : table.changes)
      change.site = -1;
    table.sites.clear();
  }
  CHECK_THAT(reviewSarif(review), !Contains("physicalLocation")); // there is none
}

TEST_CASE("a finding keeps its fingerprint when its lines move") {
  Review first = reviewOf(versions(0.1)), second = reviewOf(versions(0.12, 5, 9));
  second.comparison.tables[0].sites[1].head->line += 100;
  CHECK(fingerprintText(growths(first)[0], first) == fingerprintText(growths(second)[0], second));
}
