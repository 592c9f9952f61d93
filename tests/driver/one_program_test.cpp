// SPDX-License-Identifier: Apache-2.0
// All rooms are one program. Where two of them gave one name to two types, each would use the
// other's containers: it shows where nothing is inlined.
#include "analyzer/compare/match.h"
#include "catch.hpp"
#include "driver/doctor/finding.h"
#include "driver/show_pairing.h"
#include "profile/profile_writer.h"
#include "tests/review/sample_review.h"

using namespace tare;
using namespace tare::test;
using Catch::Contains;

TEST_CASE("what a review and the doctor find") {
  Review review = reviewOf(versions(0.1));
  CHECK_THAT(reviewSarif(review), Contains("second"));
  CHECK_THAT(reviewGitLab(review), Contains("src dir/x.c"));
  for (Findings (*check)() : {checkClock, checkCores, checkKernel})
    for (const Finding &finding : check())
      CHECK_FALSE(finding.subject.empty());
}

TEST_CASE("pairs of constructs, within a program and between versions of it") {
  NodeTree tree = testing::regionTree();
  for (Node &node : tree.nodes) // with code inside
    node.hashes = {uint64_t(node.place.line), 1, 1};
  PairedPrograms programs{{tree}, {tree}, {}};
  programs.pairing = pairPrograms(programs.serial, programs.parallel);
  CHECK_THAT(pairingText(programs), Contains("2 of 2 constructs have a serial counterpart"));
  CHECK(programs.pairing.pairs.size() == 2);
  const std::vector<ConstructLines> constructs = versions(0.1).first.tables[0].constructs;
  CHECK(matchConstructs(constructs, constructs).size() == constructs.size());
}
