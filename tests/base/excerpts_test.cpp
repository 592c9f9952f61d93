// SPDX-License-Identifier: Apache-2.0
#include "base/excerpts.h"
#include "catch.hpp"

using namespace tare;

TEST_CASE("of two long texts the part is shown in which they differ") {
  Excerpts whole = excerptsOf("42", "41", 40);
  CHECK(whole.left == "42");
  CHECK(whole.right == "41");
  CHECK_FALSE(excerptsOf(std::nullopt, "41", 40).left);
  std::string head(60, 'x'), tail(60, 'y');
  Excerpts cut = excerptsOf(head + "=1" + tail, head + "=2" + tail, 40);
  CHECK(cut.left == "...xxxxxxxxxxx=1yyyyyyyyyyyyyyyyyyyyyyyyyyy...");
  CHECK(cut.right == "...xxxxxxxxxxx=2yyyyyyyyyyyyyyyyyyyyyyyyyyy...");
  CHECK(excerptsOf("a" + tail, "b" + tail, 40).right->substr(0, 3) == "byy");
  CHECK(excerptsOf(std::nullopt, head, 40).right == std::string(40, 'x') + "...");
}

TEST_CASE("no character is cut in two") {
  std::string umlauts;
  for (int i = 0; i < 30; ++i)
    umlauts += "\xc3\xa4";
  Excerpts cut = excerptsOf(umlauts + "a1", umlauts + "a2", 40);
  CHECK(cut.left->substr(0, 5) == "...\xc3\xa4");
  CHECK(excerptsOf(umlauts, "", 41).left == umlauts.substr(0, 40) + "...");
}
