// SPDX-License-Identifier: Apache-2.0
// Waits that are not what they seem: of teams of one, and on a busy machine.
#include "case.h"
#include "catch.hpp"

using namespace tare;
using namespace tare::test;
using Catch::Contains;

TEST_CASE("atomic operations in functions that a construct calls are told with their place") {
  Case loop(category::instruction_level, "for");
  loop.construct().work = WorkTimes{0.5, 1, 1.3};
  loop.construct().atomics = 1e8;
  CHECK_THAT(loop.advice()[0].sentence, Contains("it executes 100000000 atomic operations"));
  loop.construct().atomics_at = "p.c:4";
  CHECK(loop.rule() == "atomic-instructions");
  CHECK_THAT(loop.advice()[0].sentence,
             Contains("functions that it calls execute 100000000 atomic operations (p.c:4)"));
}
