// SPDX-License-Identifier: Apache-2.0
#include "base/nearest.h"
#include "catch.hpp"

using namespace tare;

TEST_CASE("letters to add, drop or change") {
  CHECK(editDistance("", "") == 0);
  CHECK(editDistance("solve", "solve") == 0);
  CHECK(editDistance("", "abc") == 3);
  CHECK(editDistance("slove", "solve") == 2);
  CHECK(editDistance("overheds", "overheads") == 1);
  CHECK(editDistance("kitten", "sitting") == 3);
}

TEST_CASE("the nearest names come first, and a path without its folders is the same") {
  std::set<std::string> known = {"init", "solve", "solver", "src/lu2.c", "a/very/long/path.c"};
  CHECK(nearestNames("slove", known, 2) == std::vector<std::string>{"solve", "solver"});
  CHECK(nearestNames("path.c", known, 1) == std::vector<std::string>{"a/very/long/path.c"});
  CHECK(nearestNames("home/me/src/lu2.c", known, 1) == std::vector<std::string>{"src/lu2.c"});
  CHECK(nearestNames("x", {}).empty());
  CHECK(nearestNames(std::string(100000, 'x'), known).size() == 3);
}
