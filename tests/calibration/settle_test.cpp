// SPDX-License-Identifier: Apache-2.0
#include "driver/calibration/settle.h"

#include "catch.hpp"

#include <cmath>
#include <random>

using namespace tare;
using Catch::EndsWith;

namespace {

constexpr size_t work = static_cast<size_t>(CostKind::Work);
constexpr size_t barrier = static_cast<size_t>(CostKind::Barrier);

std::vector<PairExcess> pairsOf(const std::vector<double> &dense, const std::vector<double> &cold) {
  std::vector<PairExcess> pairs(dense.size());
  for (size_t i = 0; i < dense.size(); ++i) {
    pairs[i].dense[work].inside = dense[i];
    pairs[i].cold[work].inside = cold[i];
  }
  return pairs;
}

std::vector<double> upTo(int n) {
  std::vector<double> values;
  for (int i = n; i >= 1; --i)
    values.push_back(i);
  return values;
}

std::string unsettledOf(const std::vector<PairExcess> &pairs) {
  return unsettledText(settle(pairs, 1e9).costs);
}

/// Values that scatter about 0, the same in every run of the test.
class Scatter {
public:
  explicit Scatter(bool interrupts) : interrupts_(interrupts) {}

  /// Normal, of standard deviation 1 (Box and Muller). With interruptions every fifth run is up to
  /// twenty times that longer, the plain or the instrumented one.
  double operator()() {
    double normal = std::sqrt(-2 * std::log(1 - part())) * std::cos(2 * std::acos(-1.0) * part());
    return !interrupts_ || part() > 0.2 ? normal : normal + 40 * (part() - 0.5);
  }

private:
  double part() { return static_cast<double>(random_()) / 4294967296.0; }
  std::mt19937 random_{47};
  bool interrupts_;
};

/// How many of a thousand costs have what is true in their range.
struct Covered {
  int amid = 0, dense = 0, cold = 0;
};

/// `wider`: times as wide as 4 ns back to back, and 15 ns cold.
Covered coveredOf1000(size_t pairs, bool interrupts, MorePairs more, double wider = 1) {
  constexpr double amid = 20, dense = 40, cold = 90;
  Scatter scatter(interrupts);
  Covered covered;
  for (int costs = 0; costs < 1000;) {
    std::vector<PairExcess> made(pairs);
    for (PairExcess &pair : made)
      for (size_t kind = 0; kind < cost_kinds; ++kind) {
        pair.dense[kind].inside = dense + wider * 4 * scatter();
        pair.cold[kind].inside = cold + wider * 15 * scatter();
        pair.amid[kind] = amid + wider * 4 * scatter();
      }
    const ProbeCosts settled = settle(made, 1e9, more).costs;
    for (size_t kind = 0; kind < cost_kinds && costs < 1000; ++kind, ++costs) {
      const Cost &cost = settled.costs[kind].inside;
      covered.amid += cost.low <= amid;
      covered.dense += cost.low <= dense && dense <= cost.high(0);
      covered.cold += cost.low <= cold && cold <= cost.high(1);
    }
  }
  return covered;
}

} // namespace

TEST_CASE("dense and cold are medians, low is the smallest dense one, in ticks") {
  Settled settled = settle(pairsOf({12, 10, 19}, {40, 30, 35}), 2.5e9);
  const ProbeCost &cost = settled.costs.of(CostKind::Work);
  CHECK(cost.inside.low == Approx(25));
  CHECK(cost.inside.dense == Approx(30));
  CHECK(cost.inside.warm == Approx(30));
  CHECK(cost.inside.cold == Approx(87.5));
  CHECK(cost.outside.warm == 0);
  CHECK(settled.costs.ticks_per_second == 2.5e9);
  CHECK(unsettledText(settled.costs).empty());
  CHECK(settled.costs.pairs == 3);
  CHECK(settled.clamped == 0);
}

TEST_CASE("probes have their part of the interruptions, but not those of a busy machine") {
  std::vector<PairExcess> pairs = pairsOf({10, 10, 10}, {20, 20, 20});
  auto costWith = [&](double interrupted) {
    for (PairExcess &pair : pairs)
      pair.interrupted = interrupted;
    return settle(pairs, 1e9).costs.of(CostKind::Work).inside.dense;
  };
  CHECK(costWith(0.005) == Approx(10.05));
  CHECK(costWith(0.3) == Approx(10.2));
}

TEST_CASE("what interrupts, how often and how long, is kept for what it does to teams") {
  std::vector<PairExcess> pairs = pairsOf({10, 10, 10}, {20, 20, 20});
  for (size_t i = 0; i < pairs.size(); ++i) {
    pairs[i].interrupted = std::array{0.004, 0.3, 0.008}[i];
    pairs[i].interruption_ns = std::array{20e3, 90e3, 25e3}[i];
    pairs[i].dispersion_ns = std::array{7.0, 3.0, 4.0}[i];
  }
  ProbeCosts costs = settle(pairs, 2e9).costs;
  CHECK(costs.interrupted == Approx(0.008));
  CHECK(costs.interruption == Approx(50e3)); // ticks
  CHECK(costs.dispersion == Approx(8));
}

TEST_CASE("between other operations it takes a part of that, the same of both sides") {
  std::vector<PairExcess> pairs = pairsOf({12, 10, 19}, {40, 30, 35});
  for (PairExcess &pair : pairs)
    pair.dense[work].outside = 8;
  auto settledWith = [&](std::vector<double> amid) {
    for (size_t i = 0; i < pairs.size(); ++i)
      pairs[i].amid[work] = amid[i];
    return settle(pairs, 1e9).costs.of(CostKind::Work);
  };
  ProbeCost cost = settledWith({10, 90, 5}); // of 12 + 8
  CHECK(cost.inside.warm == Approx(9));      // halfway
  CHECK(cost.inside.low == Approx(5));
  CHECK(cost.inside.dense == Approx(12));
  CHECK(cost.inside.cold == Approx(35));
  CHECK(cost.outside.warm == Approx(6));
  CHECK(settledWith({30, 30, 30}).inside.warm == Approx(12)); // not more than back to back
  CHECK(settledWith({-1, -2, -3}).inside.low == 0);
}

TEST_CASE("low is not above cold either") {
  Settled settled = settle(pairsOf({12, 10, 19}, {4, 3, 5}), 1e9);
  const Cost &cost = settled.costs.of(CostKind::Work).inside;
  CHECK(cost.low == Approx(4));
  CHECK(cost.cold == Approx(4));
  CHECK(cost.warm == Approx(12));
}

TEST_CASE("what comes out below zero counts as 0, and is counted") {
  Settled settled = settle(pairsOf({-5, 3, 4}, {-2, -1, 7}), 1e9);
  const Cost &cost = settled.costs.of(CostKind::Work).inside;
  CHECK(cost.low == 0);
  CHECK(cost.warm == Approx(3));
  CHECK(cost.cold == 0);
  CHECK(settled.clamped == 2);
}

TEST_CASE("an interval for the median") {
  using Interval = std::pair<double, double>;
  CHECK(medianInterval({3, 1, 2}) == Interval(1, 3));
  CHECK(medianInterval(upTo(7)) == Interval(1, 7));
  CHECK(medianInterval(upTo(14)) == Interval(3, 12)); // known from tables of the binomial
  CHECK(medianInterval(upTo(21)) == Interval(6, 16));
  CHECK(medianInterval(upTo(28)) == Interval(9, 20));
  CHECK(median({4, 1, 2, 3}) == 2.5);
  CHECK(median({5, 1, 2}) == 2);
}

TEST_CASE("pairs that disagree are told by kind, warm and cold") {
  std::vector<double> near = {100, 101, 102, 103, 104, 105, 106};
  std::vector<double> far = {100, 101, 102, 103, 104, 105, 140};
  CHECK(unsettledOf(pairsOf(near, near)) == "");
  CHECK_THAT(unsettledOf(pairsOf(far, near)), EndsWith("in 7 pairs of runs: work"));
  CHECK_THAT(unsettledOf(pairsOf(near, far)), EndsWith(": work (cold)"));
}

TEST_CASE("of a cold cost on which they disagree counts what they agree on, not less than dense") {
  std::vector<double> near = {100, 101, 102, 103, 104, 105, 106};
  std::vector<double> wild = {200, 210, 220, 9e5, 9e5, 9e5, 9e5};
  CHECK(settle(pairsOf(near, wild), 1e9).costs.of(CostKind::Work).inside.cold == Approx(200));
  wild[0] = 20;
  CHECK(settle(pairsOf(near, wild), 1e9).costs.of(CostKind::Work).inside.cold == Approx(103));
  wild = {-900, -500, -20, 0, 40, 300, 900}; // most of them below what it takes back to back
  CHECK(settle(pairsOf(near, wild), 1e9).costs.of(CostKind::Work).inside.cold == Approx(103));
}

TEST_CASE("20 ns are agreement whatever they are of, and 30 % are") {
  CHECK(unsettledOf(pairsOf({1, 2, 3, 4, 5, 6, 21}, upTo(7))) == "");
  CHECK(unsettledOf(pairsOf({1, 2, 3, 4, 5, 6, 22}, upTo(7))) != "");
  CHECK(unsettledOf(pairsOf({900, 1000, 1000, 1000, 1000, 1000, 1200}, upTo(7))) == "");
}

TEST_CASE("it is their sum that two sides must agree on") {
  std::vector<PairExcess> pairs(7);
  for (size_t i = 0; i < pairs.size(); ++i)
    pairs[i].dense[barrier] = {double(100 * i), 700 - double(100 * i)};
  CHECK(unsettledOf(pairs) == "");
}

TEST_CASE("an interval for what few values scatter about") {
  auto is = [](const std::vector<double> &values, double low, double high) {
    auto interval = likelyInterval(values);
    CHECK(interval.first == Approx(low));
    CHECK(interval.second == Approx(high));
  };
  is(upTo(6), 1, 6);
  is(upTo(14), 3, 12);
  is(upTo(5), 1, 5); // by Student's t from 1.04 to 4.96
  is({1, 2, 3}, 2 - 4.302653 / std::sqrt(3.0), 2 + 4.302653 / std::sqrt(3.0)); // from tables
  is({7, 7, 7}, 7, 7);
}

TEST_CASE("where no pairs follow, the range of a cost holds what they leave open") {
  std::vector<PairExcess> pairs = pairsOf({10, 11, 12, 13, 14, 15}, {60, 62, 64, 66, 68, 70});
  for (size_t i = 0; i < pairs.size(); ++i)
    pairs[i].amid[work] = 5 + double(i);
  const Cost cost = settle(pairs, 2e9, MorePairs::none).costs.of(CostKind::Work).inside;
  const Cost full = settle(pairs, 2e9).costs.of(CostKind::Work).inside;
  CHECK(cost.warm == full.warm); // what it typically takes is the same
  CHECK(cost.cold == full.cold);
  CHECK(cost.low == Approx(2 * 10 * 5 / 12.5));
  CHECK(cost.dense == Approx(30));
  CHECK(cost.cold_most == Approx(140));
  CHECK(cost.high(0) == Approx(30));
  CHECK(cost.high(1) == Approx(140));
  CHECK(full.high(0) == Approx(25));
  CHECK(full.cold_most == 0);
}

TEST_CASE("a range of few pairs holds the true costs 19 times of 20") {
  for (bool interrupts : {false, true})
    for (size_t pairs = 3; pairs <= 6; ++pairs) {
      CAPTURE(pairs, interrupts);
      Covered covered = coveredOf1000(pairs, interrupts, MorePairs::none);
      CHECK(covered.amid >= 950);
      CHECK(covered.dense >= 950);
      CHECK(covered.cold >= 950);
    }
  CHECK(coveredOf1000(6, false, MorePairs::follow, 0.3).dense < 600); // medians that agree do not
}

TEST_CASE("a cost on which the pairs of a full calibration disagree has such a range, too") {
  std::vector<double> near = {100, 101, 102, 103, 104, 105, 106};
  std::vector<double> far = {90, 101, 102, 103, 104, 105, 140};
  auto costOf = [&](const std::vector<double> &dense, const std::vector<double> &cold) {
    return settle(pairsOf(dense, cold), 1e9).costs.of(CostKind::Work).inside;
  };
  CHECK(costOf(near, near).high(1) == Approx(103));
  CHECK(costOf(near, far).high(1) == Approx(140));
  CHECK(costOf(far, near).high(0) == Approx(140));
  CHECK(costOf(far, near).low == Approx(90));
  for (size_t pairs : {6, 12, 24}) {
    CAPTURE(pairs);
    Covered covered = coveredOf1000(pairs, true, MorePairs::follow, 20);
    CHECK(covered.dense >= 950);
    CHECK(covered.cold >= 950);
  }
}
