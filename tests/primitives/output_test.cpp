// SPDX-License-Identifier: Apache-2.0
#include "base/json/fields.h"
#include "catch.hpp"
#include "driver/primitives/primitives_output.h"
#include "driver/primitives/primitives_store.h"
#include "tests/scratch.h"

using namespace tare;

TEST_CASE("a line is a loop over data of one size") {
  auto times = readPrimitivesOutput("sum 24576 2 0.48 0.47 0.50\ntriad 24576 2 0.3 0.3 0.3\n");
  REQUIRE(times.ok());
  REQUIRE(times.value().size() == 2);
  const PrimitiveTime &first = times.value().front();
  CHECK(first.loop == "sum");
  CHECK(first.bytes == 24576);
  CHECK(first.threads == 2);
  CHECK(first.time_ns == 0.48);
  CHECK(first.least_ns == 0.47);
  CHECK(first.median_ns == 0.50);
}

TEST_CASE("what is no such line is refused, and named") {
  for (const char *text :
       {"", "\n", "sum 24576 2 0.48 0.47\n", "sum 24576 2 0.48 0.47 0.5 more\n",
        "sum 0 2 0.48 0.47 0.5\n", "sum 4096 0 0.48 0.47 0.5\n", "sum 4096 1 0.4 0.47 0.5\n",
        "sum 4096 1 0.6 0.47 0.5\n", "sum 4096 1 nan nan nan\n", "sum 4096 1 0 0 0\n"}) {
    INFO(text);
    CHECK_FALSE(readPrimitivesOutput(text).ok());
  }
}

TEST_CASE("of several places of a loop's code, the second shortest time is the usual one") {
  PrimitiveTime slow{"sum", 4096, 1, 4, 3, 5}, fast{"sum", 4096, 1, 1, 1, 1},
      usual{"sum", 4096, 1, 2, 2, 2}, alone{"sum", 8192, 1, 7, 7, 7};
  auto times = usualPlace({{slow, alone}, {fast}, {usual}, {slow}});
  REQUIRE(times.size() == 2);
  CHECK(times[0].time_ns == 2);
  CHECK(times[0].median_ns == 2);
  CHECK(times[0].slowest_place_ns == 4);
  CHECK(times[1].slowest_place_ns == 0);
  CHECK(times[1].time_ns == 7);
}

TEST_CASE("primitives are kept, and read as they were") {
  testing::Scratch scratch;
  StoredPrimitives stored;
  stored.key = {{"compiler", "gcc 12"}, {"flags", "-O2"}};
  stored.measured_utc = "2026-01-02T03:04:05Z";
  stored.primitives.compiler = "gcc 12";
  stored.primitives.flags = "-O2";
  stored.primitives.times = {{"sum", 4096, 1, 0.5, 0.25, 0.75}, {"dot", 4096, 2, 1.5, 1, 2, 3}};
  std::string path = primitivesPath(scratch.path(), stored.key);
  CHECK_FALSE(findPrimitives(path, stored.key).value().has_value());
  REQUIRE(keepPrimitives(path, stored).ok());
  auto found = findPrimitives(path, stored.key);
  REQUIRE(found.ok());
  CHECK(storedPrimitivesJson(*found.value()) == storedPrimitivesJson(stored));
  const MeasuredPrimitives &read = found.value()->primitives;
  REQUIRE(read.find("dot", 4096, 2));
  CHECK(read.find("dot", 4096, 2)->median_ns == 2);
  CHECK(read.find("dot", 4096, 2)->slowest_place_ns == 3);
  CHECK_FALSE(read.find("dot", 4096, 1));
  CHECK(read.threadsMeasured() == std::vector<int>{1, 2});
  CHECK(read.loops() == std::vector<std::string>{"sum", "dot"});
  CHECK_FALSE(findPrimitives(path, {{"flags", "-O3"}}).ok());
  REQUIRE(writeFileAtomic(path, "{}", 0600).ok());
  CHECK_FALSE(findPrimitives(path, stored.key).ok());
}
