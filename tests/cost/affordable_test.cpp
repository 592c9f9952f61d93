// SPDX-License-Identifier: Apache-2.0
// What a budget can pay for.
#include "analyzer/cost/price.h"
#include "catch.hpp"

#include <set>

using namespace tare;

namespace {

using Constructs = std::vector<PricedConstruct>;

std::set<std::string> unprobed(const Constructs &constructs, double budget) {
  std::set<std::string> ids;
  for (const PricedConstruct &dear : affordable(constructs, budget).unprobed)
    ids.insert(dear.id);
  return ids;
}

PricedConstruct priced(const char *id, const char *group, double least, double all) {
  return {id, group, {all, least}};
}

} // namespace

TEST_CASE("what costs little is kept whole") {
  Constructs prices = {priced("a", "", 0.002, 0.002), priced("b", "", 0.003, 0.01)};
  CHECK(unprobed(prices, 0.02).empty());
  CHECK(affordable(prices, 0.02).least == Approx(0.005));
}

TEST_CASE("the dearest are left out first, and no more than is needed") {
  Constructs prices = {priced("a", "", 0.004, 0.004), priced("b", "", 0.30, 0.30),
                       priced("c", "", 0.05, 0.05), priced("d", "", 0.006, 0.006)};
  CHECK(unprobed(prices, 0.02) == std::set<std::string>{"b", "c"});
  CHECK(unprobed(prices, 0.2) == std::set<std::string>{"b"});
  CHECK(unprobed(prices, 0.01) == std::set<std::string>{"b", "c", "d"});
}

TEST_CASE("what can be skipped while the program runs is not unprobed for its cost") {
  Constructs prices = {priced("a", "", 0, 0.4), priced("b", "", 0.001, 0.2)};
  CHECK(unprobed(prices, 0.01).empty());
}

TEST_CASE("a group is left out together") {
  Constructs prices = {priced("task", "tasks", 0.04, 0.04),
                       priced("taskwait", "tasks", 0.0001, 0.0001),
                       priced("other", "tasks", 0, 0.3), priced("loop", "", 0.001, 0.001)};
  CHECK(unprobed(prices, 0.02) == std::set<std::string>{"task", "taskwait", "other"});
  Affordable bought = affordable(prices, 0.02);
  CHECK(bought.unprobed.front().id == "other"); // the dearest
  CHECK(bought.unprobed.front().price.all == Approx(0.3));
  CHECK(bought.least == Approx(0.001));
}

TEST_CASE("without a budget nothing that costs anything is kept") {
  Constructs prices = {priced("a", "", 0.001, 0.001), priced("b", "", 0, 0)};
  CHECK(unprobed(prices, 0) == std::set<std::string>{"a"});
}
