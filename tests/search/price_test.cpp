// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "driver/search/agenda.h"

using namespace tare;

namespace {

Places fourPlaces() {
  Places places;
  const NodeKind kinds[] = {NodeKind::Parallel, NodeKind::For, NodeKind::Critical, NodeKind::Call};
  for (int i = 0; i < 4; ++i) {
    Place place;
    place.id = std::to_string(i);
    place.kind = kinds[i];
    place.can_ask = i > 0;
    place.serial = i == 3;
    if (i > 0 && i < 3)
      place.around = {i - 1};
    if (i < 2)
      place.inside = {i + 1};
    places.by_id[place.id] = i;
    places.all.push_back(place);
  }
  return places;
}

Evidence counted(const std::string &id, ProbeUse use) {
  Evidence evidence;
  evidence.thread_time_s = 10;
  evidence.repetitions = 3;
  evidence.used[id] = use;
  return evidence;
}

} // namespace

TEST_CASE("a guess is scaled by what was counted around it, and given up for a count") {
  Places all = fourPlaces();
  PriceList prices(all, {{"0", {1, 0}}, {"1", {10, 0.1}}, {"2", {100, 1}}});
  prices.learn(counted("0", {2, 0.01, 2, 0}));
  CHECK(prices.of(1).all == Approx(0.1 * 2 / 10));
  CHECK_FALSE(prices.of(1).counted);
  prices.learn(counted("1", {10, 0.1, 0, 0}));
  CHECK(prices.of(1).all == Approx(0.01));
  CHECK(prices.of(1).counted);
  CHECK(prices.of(2).all == Approx(0.1)); // as often as the text says for each entry of the loop
}

TEST_CASE("inside a loop the count of its iterations tells more than that of its entries") {
  Places all = fourPlaces();
  ProbeUse guess{10, 0.1}, found{10, 0.1};
  guess.iterations = 1000;
  found.iterations = 50000;
  PriceList prices(all, {{"1", guess}, {"2", {1000, 0.01}}});
  prices.learn(counted("1", found));
  CHECK(prices.of(2).all == Approx(0.01 * 50 / 10));
}

TEST_CASE("of many executions of a region few are enough, but passing by is not free") {
  Places all = fourPlaces();
  PriceList prices(all, {{"1", {10, 1}}});
  prices.learn(counted("0", {20, 0.1, 20, 0}));
  CHECK(prices.of(1).least == Approx(0.1 * 10 / 20));
  prices.learn(counted("0", {20000, 0.1, 20000, 0}));
  CHECK(prices.of(1).least == Approx(0.1 * PriceList::passed_by));
  prices.learn(counted("0", {1, 0.1, 1, 0}));
  CHECK(prices.of(1).least == Approx(0.1));
  CHECK(prices.always().all == Approx(0.01));
}

TEST_CASE("no region is around serial code: nothing of it is passed by") {
  Places all = fourPlaces();
  PriceList prices(all, {{"3", {10, 1}}});
  prices.learn(counted("0", {20000, 0.1, 20000, 0}));
  CHECK(prices.of(3).least == Approx(0.1));
}

TEST_CASE("the best value comes first, and the budget is never exceeded") {
  Places all = fourPlaces();
  SearchSettings settings;
  Knowledge knowledge(all, settings);
  Evidence coarse = counted("0", {2, 0.001, 1, 0});
  coarse.constructs["0"].of(Why::Imbalance) = {0.1, 0.1, 0.1};
  coarse.program.of(Why::Serial) = {0.2, 0.2, 0.2};
  REQUIRE(knowledge.take(1, {}, coarse));
  PriceList prices(all, {{"1", {10, 0.3}}, {"3", {10, 0.4}}}); // 3 % and 4 %
  prices.learn(coarse);
  std::vector<Wish> wishes = wishesOf(knowledge, prices);
  REQUIRE(wishes.size() == 2);
  CHECK(wishes[0].place == 3); // 0.2 / 4 % against 0.1 / 3 %
  Choice choice = choose(knowledge, prices);
  CHECK(choice.on == std::set<int>{3});
  CHECK(choice.postponed == 1);
  CHECK(choice.predicted <= settings.budget);
  CHECK(choice.unaffordable.empty());
}

TEST_CASE("probes that would take more than half of what they stand in are refused") {
  Places all = fourPlaces();
  Knowledge knowledge(all, {});
  Evidence coarse = counted("0", {2, 0.001, 1, 0});
  coarse.used["1"] = {10, 0.3}; // 3 %: affordable
  coarse.constructs["0"].of(Why::Imbalance) = {0.1, 0.1, 0.1};
  coarse.constructs["0"].area = 0.05;
  REQUIRE(knowledge.take(1, {}, coarse));
  PriceList prices(all, {});
  prices.learn(coarse);
  Choice choice = choose(knowledge, prices);
  REQUIRE(choice.unaffordable.size() == 1);
  CHECK(choice.unaffordable[0].place == 1);
  CHECK(choice.on.empty());
}
