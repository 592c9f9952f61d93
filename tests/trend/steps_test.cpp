// SPDX-License-Identifier: Apache-2.0
// Series of known truth: constant ones, steps, outliers, creep.
#include "analyzer/trend/creep.h"
#include "catch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace tare;

namespace {

/// Heavy tails: one value in twenty scatters four times as much.
class Noise {
public:
  explicit Noise(uint64_t seed) : random_(seed) {}
  double operator()() {
    bool far = std::uniform_real_distribution<>(0, 1)(random_) < 0.05;
    return normal_(random_) * (far ? 4 : 1);
  }
  std::mt19937_64 &engine() { return random_; }

private:
  std::mt19937_64 random_;
  std::normal_distribution<> normal_;
};

std::vector<TrendPoint> constant(Noise &noise, size_t count, double error, double real_error) {
  std::vector<TrendPoint> points(count);
  for (TrendPoint &point : points)
    point = {10 + real_error * noise(), error};
  return points;
}

} // namespace

TEST_CASE("a series that does not change has one level") {
  size_t wrong = 0;
  constexpr size_t series = 1000;
  for (size_t i = 0; i < series; ++i) {
    Noise noise(i);
    size_t count = 5 + i % 60;
    double real = i % 3 == 0 ? 0.3 : 0.1; // versions scatter by more than their repetitions say
    wrong += stepsIn(constant(noise, count, i % 2 ? 0.1 : 0, real)).size() > 1;
  }
  CHECK(wrong <= series / 50);
}

TEST_CASE("a step of four standard errors is found where it is") {
  size_t found = 0, near = 0;
  constexpr size_t series = 500;
  for (size_t i = 0; i < series; ++i) {
    Noise noise(10000 + i);
    std::vector<TrendPoint> points = constant(noise, 40, 0.1, 0.1);
    size_t at = 5 + i % 30;
    for (size_t j = at; j < points.size(); ++j)
      points[j].value += 0.4;
    std::vector<TrendLevel> levels = stepsIn(points);
    found += levels.size() == 2;
    near += std::ranges::any_of(levels, [at](const TrendLevel &level) {
      return level.first + 1 >= at && level.first <= at + 1;
    });
  }
  CHECK(found >= series * 90 / 100);
  CHECK(near >= series * 95 / 100);
}

TEST_CASE("levels cover all versions, and say their values") {
  std::vector<TrendPoint> points = {{1, 0.01}, {1.01, 0.01}, {0.99, 0.01}, {2, 0.01}, {2.02, 0.01},
                                    {1.99, 0.01}, {2.01, 0.01}};
  std::vector<TrendLevel> levels = stepsIn(points);
  REQUIRE(levels.size() == 2);
  CHECK(levels[0].first == 0);
  CHECK(levels[0].count == 3);
  CHECK(levels[1].first == 3);
  CHECK(levels[1].count == 4);
  CHECK(levels[0].value == Approx(1).epsilon(0.001));
  CHECK(levels[1].value == Approx(2.005).epsilon(0.001));
  CHECK(levels[1].error < levels[0].error);
}

TEST_CASE("one version alone is a level only where it is the newest") {
  std::vector<TrendPoint> points(12, {1, 0.01});
  points[6].value = 1.5;
  CHECK(stepsIn(points).size() == 1);
  points[6].value = 1;
  points[11].value = 1.5;
  std::vector<TrendLevel> levels = stepsIn(points);
  REQUIRE(levels.size() == 2);
  CHECK(levels[1].first == 11);
}

TEST_CASE("what cannot be told has no steps") {
  CHECK(stepsIn({}).empty());
  std::vector<TrendPoint> one = {{3, 0}};
  std::vector<TrendLevel> levels = stepsIn(one);
  REQUIRE(levels.size() == 1);
  CHECK(std::isinf(levels[0].error));
  CHECK(stepsIn(std::vector<TrendPoint>(9, {3, 0})).size() == 1); // equal to the last digit
  CHECK(stepsIn(std::vector<TrendPoint>(9, {0, 0})).size() == 1);
  CHECK(stepsIn(std::vector<TrendPoint>(9, {0, 0}))[0].value == 0);
  CHECK(stepsIn(std::vector<TrendPoint>(9, {5, 1e-200}))[0].value == Approx(5));
}

TEST_CASE("large values with small steps keep their digits") {
  std::vector<TrendPoint> points;
  for (size_t i = 0; i < 30; ++i)
    points.push_back({1e9 + (i < 15 ? 0 : 1) + 0.01 * static_cast<double>(i % 3), 0.01});
  std::vector<TrendLevel> levels = stepsIn(points);
  REQUIRE(levels.size() == 2);
  CHECK(levels[1].first == 15);
}

TEST_CASE("creep is what many small changes make, and a step is none") {
  Noise noise(7);
  std::vector<TrendPoint> points = constant(noise, 60, 0.05, 0.05), step = points;
  std::vector<TrendPoint> still = points;
  for (size_t i = 0; i < points.size(); ++i) {
    points[i].value += 0.01 * static_cast<double>(i);
    step[i].value += i < 30 ? 0 : 0.6;
  }
  Creep creep = creepSince(points, 0, 0.2);
  CHECK(creep.is_one);
  CHECK(creep.by == Approx(0.55).margin(0.1));
  CHECK_FALSE(creepSince(step, 0, 0.2).is_one);
  CHECK_FALSE(creepSince(still, 0, 0.2).is_one);
  CHECK_FALSE(creepSince(points, 0, 5).is_one);
  CHECK_FALSE(creepSince(points, points.size() - 1, 0.2).is_one);
}
