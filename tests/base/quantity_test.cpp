// SPDX-License-Identifier: Apache-2.0
// base/quantity: figures as people read them.
#include "base/quantity.h"
#include "catch.hpp"

#include <limits>

using namespace tare;

TEST_CASE("a time has a fitting unit and three digits") {
  CHECK(timeText(0.0032) == "3.20 ms");
  CHECK(timeText(12.5) == "12.5 s");
  CHECK(timeText(0) == "0 ns");
  CHECK(timeText(4.2e-7) == "420 ns");
}

TEST_CASE("counts are whole where they are large") {
  CHECK(countText(2.54) == "2.5");
  CHECK(countText(40000.4) == "40000");
  CHECK(countText(1.2e9) == "1.2e+09");
}

TEST_CASE("memory is in powers of 1024, as caches are") {
  CHECK(memoryText(512) == "512 bytes");
  CHECK(memoryText(32768) == "32 KiB");
  CHECK(memoryText(24 * 820.0 * 820) == "15.4 MiB");
  CHECK(memoryText(0x1p31) == "2 GiB");
}

TEST_CASE("ratios have three digits, shares two") {
  CHECK(ratioText(4.0 / 3) == "1.33");
  CHECK(ratioText(250) == "250");
  CHECK(percentText(0.0214) == "2.1");
  CHECK(percentText(0.0004) == "0.04");
  CHECK(percentText(std::numeric_limits<double>::infinity()) == "0.0");
}
