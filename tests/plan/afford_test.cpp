// SPDX-License-Identifier: Apache-2.0
// What a budget can pay for.
#include "catch.hpp"
#include "instrumenter/plan/afford.h"

#include <set>

using namespace tare;

namespace {

std::set<std::string> leftOut(const std::vector<Price> &prices, double budget) {
  std::set<std::string> ids;
  for (const TooDear &dear : afford(prices, budget).left_out)
    ids.insert(dear.id);
  return ids;
}

} // namespace

TEST_CASE("what costs little is kept whole") {
  std::vector<Price> prices = {{"a", "", 0.002, 0.002}, {"b", "", 0.003, 0.01}};
  CHECK(leftOut(prices, 0.02).empty());
  CHECK(afford(prices, 0.02).fixed == Approx(0.005));
}

TEST_CASE("the dearest are left out first, and no more than is needed") {
  std::vector<Price> prices = {{"a", "", 0.004, 0.004},
                               {"b", "", 0.30, 0.30},
                               {"c", "", 0.05, 0.05},
                               {"d", "", 0.006, 0.006}};
  CHECK(leftOut(prices, 0.02) == std::set<std::string>{"b", "c"});
  CHECK(leftOut(prices, 0.2) == std::set<std::string>{"b"});
  CHECK(leftOut(prices, 0.01) == std::set<std::string>{"b", "c", "d"});
}

TEST_CASE("what can be thinned while the program runs is not left out for its cost") {
  std::vector<Price> prices = {{"a", "", 0, 0.4}, {"b", "", 0.001, 0.2}};
  CHECK(leftOut(prices, 0.01).empty());
}

TEST_CASE("a group is left out together") {
  std::vector<Price> prices = {{"task", "tasks", 0.04, 0.04},
                               {"taskwait", "tasks", 0.0001, 0.0001},
                               {"other", "tasks", 0, 0.3},
                               {"loop", "", 0.001, 0.001}};
  CHECK(leftOut(prices, 0.02) == std::set<std::string>{"task", "taskwait", "other"});
  Affordable affordable = afford(prices, 0.02);
  CHECK(affordable.left_out.front().id == "other"); // the dearest
  CHECK(affordable.left_out.front().share == Approx(0.3));
  CHECK(affordable.fixed == Approx(0.001));
}

TEST_CASE("without a budget nothing that costs anything is kept") {
  std::vector<Price> prices = {{"a", "", 0.001, 0.001}, {"b", "", 0, 0}};
  CHECK(leftOut(prices, 0) == std::set<std::string>{"a"});
}
