// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "instrumenter/rewrite/edits.h"

using namespace tare;

TEST_CASE("at one place inner ends come first, then outer begins") {
  using Order = Edit::Order;
  std::vector<Edit> edits = {
      {2, 0, "<b2>", Order::Begin, 2, 0},        {2, 0, "<e1>", Order::End, 1, 2},
      {2, 0, "<b1>", Order::Begin, 1, 0},        {2, 0, "<e2 body>", Order::End, 2, 1},
      {2, 1, "<instead>", Order::Replace, 0, 0}, {2, 0, "<e2>", Order::End, 2, 2},
  };
  Result<std::string> text = applyEdits("abXcd", edits);
  REQUIRE(text.ok());
  CHECK(text.value() == "ab<e2 body><e2><e1><b1><b2><instead>cd");
}

TEST_CASE("edits at both ends of a text") {
  Result<std::string> text = applyEdits("ab", {{2, 0, ">"}, {0, 0, "<"}});
  REQUIRE(text.ok());
  CHECK(text.value() == "<ab>");
}

TEST_CASE("overlapping edits and edits outside are refused") {
  CHECK_FALSE(applyEdits("abcd", {{0, 3, "x"}, {2, 1, "y"}}).ok());
  CHECK_FALSE(applyEdits("abcd", {{5, 0, "x"}}).ok());
  CHECK_FALSE(applyEdits("abcd", {{3, 2, "x"}}).ok());
}
