// SPDX-License-Identifier: Apache-2.0
// A sentence that holds of two constructs is written once.
#include "analyzer/advice/said_once.h"
#include "case.h"
#include "catch.hpp"

using namespace tare;
using namespace tare::test;
using Catch::Contains;

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
  CHECK_THAT(advice[1].sentence, !Contains("64 bytes apart"));
  CHECK(advice[1].sentence ==
        "Work rate (memory, cache, clock) at x.c:9 (10.0 % of T_p): its work takes 40.0 % more "
        "thread time than on one thread; see 'Work rate (memory, cache, clock) at x.c:7'.");
}

TEST_CASE("only whole clauses that are longer than the reference are left to the first") {
  const std::string tail = "this holds wherever more than two threads do anything at all.";
  CHECK(second(tail, tail) == "see 'Line at x.c:1'.");
  CHECK(second("5 times: " + tail, "7 times: " + tail) == "7 times; see 'Line at x.c:1'.");
  CHECK(second("5 here, " + tail, "7 here, " + tail) == "7 here; see 'Line at x.c:1'.");
  CHECK(second("5 " + tail, "7 " + tail) == "7 " + tail); // there is no clause that is the same
  CHECK(second("5 (a, " + tail, "7 (a, " + tail) == "7 (a, " + tail); // within parentheses
  CHECK(second("5 times: not so.", "7 times: not so.") == "7 times: not so.");
  CHECK(second("", tail) == tail);
}

TEST_CASE("a sentence does not refer to its own place") {
  const std::string tail = "this holds wherever more than two threads do anything at all.";
  std::vector<SaidOfPlace> all = {{"Line at x.c:1", tail}, {"Line at x.c:1", tail}};
  sayOnce(all);
  CHECK(all[1].text == tail);
}
