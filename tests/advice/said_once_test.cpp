// SPDX-License-Identifier: Apache-2.0
// A sentence that holds of two constructs is written once.
#include "analyzer/advice/said_once.h"
#include "case.h"
#include "catch.hpp"

using namespace tare;
using namespace tare::test;
using Catch::Contains;
using Catch::EndsWith;

namespace {

/// A second construct with as large a part of the line.
Case twoPlaces(std::string_view line, const char *kind) {
  Case two(line, kind);
  two.construct().work = WorkTimes{1, 1, 1.23};
  ConstructLines other = two.construct();
  other.id += "#again";
  other.line = 9;
  other.work = WorkTimes{1, 1, 1.4};
  other.overheads[0].time = {0.1, 0.1, 0.1};
  two.table().constructs.push_back(other);
  return two;
}

std::string second(const std::string &first_text, const std::string &text) {
  std::vector<SaidOfPlace> all = {{"Line at x.c:1", first_text}, {"Line at x.c:2", text}};
  sayOnce(all);
  CHECK(all[0].text == first_text);
  return all[1].text;
}

} // namespace

TEST_CASE("the same advice for two constructs of a line: the second has its figures alone") {
  std::vector<Advice> advice = twoPlaces(category::work_rate, "for").advice();
  REQUIRE(advice.size() == 2);
  CHECK(advice[0].rule == "memory-shared");
  CHECK(advice[1].rule == "memory-shared");
  CHECK_THAT(advice[0].sentence, Contains("takes 23.0 % more") && Contains("64 bytes apart"));
  std::string place = advice[0].sentence.substr(0, advice[0].sentence.find(" at x.c:7") + 9);
  CHECK_THAT(advice[1].sentence,
             EndsWith(" at x.c:9 (10.0 % of T_p): See '" + place +
                      "'. Its work takes 40.0 % more thread time than on one thread."));
}

TEST_CASE("only whole sentences that are longer than the reference are left to the first") {
  const std::string tail = "This holds wherever more than two threads do anything at all.";
  CHECK(second(tail, tail) == "See 'Line at x.c:1'.");
  CHECK(second("It is 5. " + tail, "It is 7. " + tail) == "It is 7. See 'Line at x.c:1'.");
  CHECK(second(tail + " It is 5.", tail + " It is 7.") == "See 'Line at x.c:1'. It is 7.");
  CHECK(second("One. " + tail + " Two.", tail) == "See 'Line at x.c:1'.");
  CHECK(second("5 and " + tail, "7 and " + tail) == "7 and " + tail); // it begins otherwise
  CHECK(second("It is 5. Not so.", "It is 7. Not so.") == "It is 7. Not so.");
  CHECK(second("", tail) == tail);
}

TEST_CASE("a sentence ends with a full stop before a capital letter or a figure") {
  using All = std::vector<std::string>;
  CHECK(sentencesIn("Use 1.5 of x.c. It is e.g. this.") ==
        All{"Use 1.5 of x.c.", "It is e.g. this."});
  CHECK(sentencesIn("One. 1.5 % of it.") == All{"One.", "1.5 % of it."});
  CHECK(sentencesIn("").empty());
}

TEST_CASE("a sentence does not refer to its own place") {
  const std::string tail = "This holds wherever more than two threads do anything at all.";
  std::vector<SaidOfPlace> all = {{"Line at x.c:1", tail}, {"Line at x.c:1", tail}};
  sayOnce(all);
  CHECK(all[1].text == tail);
}
