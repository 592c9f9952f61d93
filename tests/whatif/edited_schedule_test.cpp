// SPDX-License-Identifier: Apache-2.0
#include "driver/whatif/edited_schedule.h"
#include "catch.hpp"

using namespace tare;

namespace {

std::string edited(const std::string &text, int line) {
  Result<std::string> made = withSchedule(text, line, {LoopSchedule::Kind::Dynamic, 4});
  return made.ok() ? made.value() : "error: " + made.error().message;
}

} // namespace

TEST_CASE("a clause is added, or replaced where there is one") {
  CHECK(edited("int x;\n#pragma omp parallel for\nfor (;;)\n", 2) ==
        "int x;\n#pragma omp parallel for schedule(dynamic,4)\nfor (;;)\n");
  CHECK(edited("#pragma omp for schedule(static) nowait\n", 1) ==
        "#pragma omp for schedule(dynamic,4) nowait\n");
  CHECK(edited("# pragma omp parallel for private(i) \\\n  schedule(static, 1)\nfor\n", 1) ==
        "# pragma omp parallel for private(i) \\\n  schedule(dynamic,4)\nfor\n");
  CHECK(edited("#pragma omp for reduction(+ : N)", 1) ==
        "#pragma omp for reduction(+ : N) schedule(dynamic,4)");
}

TEST_CASE("what cannot be edited is said") {
  CHECK(edited("#pragma omp for ROWS\n", 1) == "error: a macro may hold the schedule clause");
  CHECK(edited("#pragma omp parallel\n", 1) == "error: no pragma of a worksharing loop stands there");
  CHECK(edited("x\n", 7) == "error: the source has no such line");
  CHECK(edited("for (;;)\n", 1) == "error: no pragma of a worksharing loop stands there");
}
