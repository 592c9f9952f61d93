// SPDX-License-Identifier: Apache-2.0
// Weights of measured instances, from how many each is nearest to and from what is known of all
// that were left out.
#include "analyzer/thinning/stand_ins.h"
#include "catch.hpp"
#include "tests/perturbation/random_program.h"

#include <cmath>

using namespace tare;
using namespace tare::test;

namespace {

struct Sums {
  double times = 0, counts = 0, span = 0;
};

Sums sumsOf(const std::vector<StandIn> &stand_ins, const std::vector<Standing> &standings) {
  Sums sums;
  for (size_t i = 0; i < standings.size(); ++i) {
    sums.times += standings[i].times;
    sums.counts += standings[i].counts;
    sums.span += standings[i].times * double(stand_ins[i].span);
  }
  return sums;
}

} // namespace

TEST_CASE("instances that are alike count as many as they are nearest to, exactly") {
  std::vector<StandIn> stand_ins = {{0, 70}, {3, 70}, {8, 70}, {5, 70}};
  std::vector<Standing> standings = weigh(stand_ins, {16, 16 * 70});
  for (size_t i = 0; i < standings.size(); ++i) {
    CHECK(standings[i].times == stand_ins[i].near);
    CHECK(standings[i].counts == stand_ins[i].near);
  }
}

TEST_CASE("what nobody measured is the nearest to is shared by all") {
  std::vector<Standing> standings = weigh({{2, 10}, {6, 10}}, {16, 160});
  CHECK(standings[0].times == 4);
  CHECK(standings[1].times == 12);
}

TEST_CASE("weights meet both how many were left out and how long they took") {
  Random random(7);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<StandIn> stand_ins;
    SkippedInstances skipped;
    for (uint64_t i = 0; i < 2 + random.below(30); ++i) {
      stand_ins.push_back({double(1 + random.below(20)), 500 + random.ticks(1000)});
      skipped.instances += uint64_t(stand_ins.back().near);
      skipped.span +=
          Ticks(stand_ins.back().near) * (stand_ins.back().span + 20 - random.ticks(40));
    }
    Sums sums = sumsOf(stand_ins, weigh(stand_ins, skipped));
    CHECK(sums.span == Approx(double(skipped.span)).epsilon(1e-12));
    CHECK(sums.counts == Approx(double(skipped.instances)).epsilon(1e-12));
  }
}

TEST_CASE("an instance that nobody is near does not count again, however slow it was") {
  std::vector<Standing> standings = weigh({{0, 100000}, {4, 90}, {4, 110}}, {8, 800});
  CHECK(standings[0].times == 0);
  CHECK(standings[0].counts == 0);
  CHECK(standings[1].counts + standings[2].counts == Approx(8));
}

TEST_CASE("times that no measured instance had are met by their ratio, counts are kept") {
  std::vector<StandIn> stand_ins = {{5, 100}, {5, 101}};
  std::vector<Standing> standings = weigh(stand_ins, {10, 3000});
  CHECK(sumsOf(stand_ins, standings).span == Approx(3000));
  CHECK(standings[0].counts == 5);
  CHECK(standings[1].counts == 5);
  CHECK(standings[0].times == standings[1].times);
}

TEST_CASE("nothing of the weights is negative or not a number") {
  Random random(11);
  for (int trial = 0; trial < 500; ++trial) {
    std::vector<StandIn> stand_ins = {{1, random.ticks(3)}};
    for (uint64_t i = 0; i < random.below(5); ++i)
      stand_ins.push_back({double(random.below(3)), random.ticks(1000)});
    for (const Standing &standing : weigh(stand_ins, {random.below(40), random.ticks(100000)})) {
      CHECK(standing.times >= 0);
      CHECK(standing.counts >= 0);
      CHECK(std::isfinite(standing.times));
      CHECK(std::isfinite(standing.counts));
    }
  }
}
