// SPDX-License-Identifier: Apache-2.0
#include "analyzer/profile/ticks.h"
#include "catch.hpp"

#include <limits>

using namespace tare;

constexpr auto most = static_cast<Ticks>(tick_limit);

TEST_CASE("fractions of ticks are cut or rounded, and what no run can have becomes the limit") {
  CHECK(cutTicks(2.9) == 2);
  CHECK(cutTicks(-2.9) == -2);
  CHECK(wholeTicks(2.5) == 3);
  CHECK(wholeTicks(-2.5) == -3);
  CHECK(wholeTicks(4e18) == most);
  CHECK(cutTicks(-1e300) == -most);
  CHECK(cutTicks(std::numeric_limits<double>::infinity()) == most);
  CHECK(wholeTicks(std::numeric_limits<double>::quiet_NaN()) == 0);
}

TEST_CASE("a sum stays within the limit, from where it can come back") {
  Ticks sum = 5;
  addWithin(sum, most);
  CHECK(sum == most);
  addWithin(sum, std::numeric_limits<Ticks>::max());
  CHECK(sum == most);
  addWithin(sum, -most - 7);
  CHECK(sum == -7);
  addWithin(sum, std::numeric_limits<Ticks>::min());
  CHECK(sum == -most);
}

TEST_CASE("a product stays within the limit") {
  CHECK(timesWithin(3, -4) == -12);
  CHECK(timesWithin(65535, most) == most);
  CHECK(timesWithin(-2, most) == -most);
  CHECK(timesWithin(-2, -most) == most);
  CHECK(timesWithin(0, most) == 0);
}
