// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/run_queue.h"
#include "analyzer/accounts/statistics.h"
#include "catch.hpp"

#include <numeric>
#include <random>

using namespace tare;

TEST_CASE("means of lines add up to the mean of their sum, band or not") {
  std::mt19937 random(7);
  std::vector<double> a, b, sum;
  for (int i = 0; i < 7; ++i) {
    a.push_back(1 + (random() % 1000) * 1e-3);
    b.push_back(2 + (random() % 1000) * 1e-3);
    sum.push_back(a.back() + b.back());
  }
  TupleStatistics statistics(sum);
  CHECK(statistics.mean(a).time_s + statistics.mean(b).time_s ==
        Approx(statistics.mean(sum).time_s));
}

TEST_CASE("an outlier tuple is trimmed from every line alike") {
  std::vector<double> totals = {10, 10, 90, 10, 10};
  TupleStatistics statistics(totals);
  CHECK(statistics.mean({1, 1, 50, 1, 1}).time_s == Approx(1));
}

TEST_CASE("the band of n tuples contains the truth about as often as it says") {
  std::mt19937 random(11);
  std::normal_distribution<double> noise(100, 3);
  int inside = 0;
  const int trials = 300;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<double> values;
    for (int i = 0; i < 5; ++i)
      values.push_back(noise(random));
    Estimate e = TupleStatistics(values).mean(values);
    inside += e.low_s <= 100 && 100 <= e.high_s;
  }
  CHECK(inside >= trials * 88 / 100);
}

TEST_CASE("one tuple has no band") {
  Estimate e = TupleStatistics({3}).mean({3});
  CHECK(e.low_s == 3);
  CHECK(e.high_s == 3);
}

TEST_CASE("shares sum exactly and never exceed their part") {
  std::mt19937 random(3);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<Ticks> parts(1 + random() % 6);
    for (Ticks &part : parts)
      part = random() % 50;
    Ticks total = std::accumulate(parts.begin(), parts.end(), Ticks(0));
    Ticks amount = random() % 200;
    std::vector<Ticks> shares = shareOut(amount, parts);
    CHECK(std::accumulate(shares.begin(), shares.end(), Ticks(0)) == std::min(amount, total));
    for (size_t i = 0; i < parts.size(); ++i)
      CHECK((shares[i] >= 0 && shares[i] <= parts[i]));
  }
}
