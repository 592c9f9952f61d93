// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/close.h"
#include "analyzer/books/run_queue.h"
#include "analyzer/tables/statistics.h"
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
  RepetitionStatistics statistics(sum);
  CHECK(statistics.mean(a).time_s + statistics.mean(b).time_s ==
        Approx(statistics.mean(sum).time_s));
}

TEST_CASE("the most disturbed tuples are left out of every line alike") {
  RepetitionStatistics statistics({1, 1.01, 9, 1.02, 1.5});
  CHECK(statistics.mean({1, 1, 50, 1, 40}).time_s == Approx(1));
  CHECK(statistics.mean({2, 2, 0, 2, 0}).time_s == Approx(2));
  CHECK(RepetitionStatistics({1, 1, 9, 1}).mean({1, 1, 5, 1}).time_s ==
        Approx(2)); // too few to choose
}

TEST_CASE("a tuple is as disturbed as its worst run") {
  std::vector<RepetitionAccount> accounts(3);
  for (RepetitionAccount &account : accounts)
    account.serial = 1000, account.parallel = 500, account.instrumented = 510;
  accounts[1].instrumented = 612;
  accounts[2].serial = 1100, accounts[2].parallel = 525;
  std::vector<double> worst = disturbances(accounts);
  CHECK(worst[0] == Approx(1));
  CHECK(worst[1] == Approx(1.2));
  CHECK(worst[2] == Approx(1.1));
  for (RepetitionAccount &account : accounts)
    account.serial = 0; // not run
  CHECK(disturbances(accounts)[2] == Approx(1.05));
}

namespace {

/// The plain and the instrumented run of n repetitions, both of 100 and what others add to them.
struct Disturbed {
  std::vector<double> difference, worst;

  Disturbed(size_t n, std::mt19937 &random) {
    std::exponential_distribution<double> added(1.0 / 5);
    for (size_t i = 0; i < n; ++i) {
      double plain = 100 + added(random), instrumented = 100 + added(random);
      difference.push_back(plain - instrumented);
      worst.push_back(std::max(plain, instrumented));
    }
  }
};

} // namespace

TEST_CASE("what others add to single runs stays out of the differences, and within the bands") {
  std::mt19937 random(23);
  const int trials = 300;
  for (size_t n : {5, 9, 15}) {
    double squares = 0, squares_of_all = 0;
    int inside = 0;
    for (int trial = 0; trial < trials; ++trial) {
      Disturbed repetitions(n, random);
      Estimate quiet = RepetitionStatistics(repetitions.worst).mean(repetitions.difference);
      double all =
          std::accumulate(repetitions.difference.begin(), repetitions.difference.end(), 0.0) /
          static_cast<double>(n);
      squares += quiet.time_s * quiet.time_s;
      squares_of_all += all * all;
      inside += quiet.low_s <= 0 && 0 <= quiet.high_s;
    }
    INFO(n);
    CHECK(squares < 0.7 * squares_of_all);
    CHECK(inside >= trials * 88 / 100);
  }
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
    std::vector<double> even(values.size(), 1.0); // equally disturbed
    Estimate e = RepetitionStatistics(even).mean(values);
    inside += e.low_s <= 100 && 100 <= e.high_s;
  }
  CHECK(inside >= trials * 88 / 100);
}

TEST_CASE("one tuple has no band") {
  Estimate e = RepetitionStatistics({3}).mean({3});
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

TEST_CASE("repetitions that share a run know less than their number says") {
  std::mt19937 random(11);
  std::normal_distribution<double> shared(0, 1), own(0, 0.2);
  int outside = 0, naive_outside = 0, trials = 400;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<double> runs = {shared(random), shared(random), shared(random)}, values, quiet;
    std::vector<std::vector<int>> numbers;
    for (int i = 0; i < 9; ++i) { // three runs of one program, in nine repetitions
      values.push_back(100 + runs[static_cast<size_t>(i % 3)] + own(random));
      quiet.push_back(1);
      numbers.push_back({1 + i % 3, 0});
    }
    auto misses = [](const Estimate &estimate) {
      return estimate.low_s > 100 || estimate.high_s < 100;
    };
    outside += misses(RepetitionStatistics(quiet, numbers).mean(values));
    naive_outside += misses(RepetitionStatistics(quiet).mean(values));
  }
  CHECK(naive_outside > trials / 4);
  CHECK(outside < trials / 10);
}

TEST_CASE("where each repetition has runs of its own, nothing is widened") {
  std::vector<double> quiet(5, 1), values = {1, 2, 3, 4, 5};
  std::vector<std::vector<int>> own = {{1, 6}, {2, 7}, {3, 8}, {4, 9}, {5, 10}};
  Estimate with = RepetitionStatistics(quiet, own).mean(values);
  Estimate without = RepetitionStatistics(quiet).mean(values);
  CHECK(with.low_s == without.low_s);
  CHECK(with.high_s == without.high_s);
}

namespace {

/// What is measured in one repetition: T_p - T_s/2 of a program with T_s = 200, T_p = 110, each run
/// by 1 % more or less; others add to some runs.
struct Weather {
  const char *name;
  double hit;   // so many runs are disturbed
  double added; // by so much of their time, on average
};

constexpr Weather weathers[] = {{"at rest", 0, 0}, {"some runs disturbed", 0.3, 0.05},
                                {"every run disturbed", 1, 0.1}};

struct SimulatedRun {
  double time = 0, disturbance = 1;
  SimulatedRun(double usual, const Weather &weather, std::mt19937 &random) {
    std::normal_distribution<double> noise(1, 0.01);
    std::bernoulli_distribution hit(weather.hit);
    std::exponential_distribution<double> added(1 / std::max(weather.added, 1e-9));
    disturbance = noise(random) + (hit(random) ? added(random) : 0);
    time = usual * disturbance;
  }
};

/// Whether the band of n repetitions, with so many runs of the serial program, holds the truth.
bool holdsTruth(size_t n, size_t serial_runs, const Weather &weather, std::mt19937 &random) {
  std::vector<SimulatedRun> serial;
  for (size_t i = 0; i < serial_runs; ++i)
    serial.emplace_back(200, weather, random);
  std::vector<double> figures, disturbances;
  std::vector<std::vector<int>> shared;
  for (size_t i = 0; i < n; ++i) {
    const SimulatedRun &one = serial[i % serial_runs];
    SimulatedRun parallel(110, weather, random);
    figures.push_back(parallel.time - one.time / 2);
    disturbances.push_back(std::max(parallel.disturbance, one.disturbance));
    shared.push_back({static_cast<int>(i % serial_runs)});
  }
  Estimate band = RepetitionStatistics(disturbances, shared).mean(figures);
  double expected = 10 * (1 + weather.hit * weather.added); // of all runs alike
  return band.low_s <= expected && 10 <= band.high_s;
}

} // namespace

// docs/reference/overheads.md has the figures: run this test with -s.
TEST_CASE("coverage: bands of a difference of runs hold what they should") {
  std::mt19937 random(5);
  const int trials = 500;
  for (const Weather &weather : weathers)
    for (size_t n : {3, 5, 9, 15})
      for (size_t serial_runs : {size_t(3), n}) {
        int inside = 0;
        for (int trial = 0; trial < trials; ++trial)
          inside += holdsTruth(n, serial_runs, weather, random);
        INFO(weather.name << ", " << n << " repetitions, " << serial_runs
                          << " runs of the serial program: " << 100.0 * inside / trials << " %");
        CHECK(inside >= trials * 85 / 100);
      }
}
