// SPDX-License-Identifier: Apache-2.0
// Too little parallelism: whether it is the construct's own, or that of tasks.
#include "case.h"
#include "catch.hpp"

using namespace tare;
using namespace tare::test;
using Catch::Contains;

TEST_CASE("threads that wait at a construct's end for tasks are not short of its iterations") {
  constexpr std::string_view line = category::partially_parallelised; // 0.2 s
  for (auto [kind, directive, other] : {std::tuple("for", "for", "loop-too-short"),
                                        std::tuple("sections", "sections", "sections-too-few"),
                                        std::tuple("parallel", "parallel if(n)", "team-by-if")}) {
    Case waits(line, kind, directive);
    CHECK(waits.rule() == other);
    waits.construct().lack_of_tasks_s = 0.09;
    CHECK(waits.rule() == other);
    waits.construct().lack_of_tasks_s = 0.11;
    CHECK(waits.rule() == "tasks-too-few");
    CHECK_THAT(waits.advice()[0].sentence, Contains("no task to run") && !Contains("iterations"));
  }
  Case works(line, "single");
  works.construct().work = WorkTimes{0, 10, 10};
  works.construct().lack_of_tasks_s = 0.2;
  CHECK(works.rule() == "single-overlap");
}
