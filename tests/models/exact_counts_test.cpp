// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/exact_counts.h"
#include "catch.hpp"

#include <random>

using namespace tare;

TEST_CASE("the products of LU are a third of N^3, exactly") {
  std::vector<ExactCount> points;
  for (int64_t n : {10, 20, 30, 40, 50}) {
    int64_t sum = 0;
    for (int64_t k = 0; k < n; ++k)
      sum += (n - k - 1) * (n - k - 1);
    points.push_back({{n}, sum});
  }
  auto found = exactPolynomial({"N"}, points);
  REQUIRE(found);
  CHECK(found->text() == "1/3 N^3 - 1/2 N^2 + 1/6 N");
  CHECK(found->at({{"N", 1000}}) == 332833500);
}

TEST_CASE("a constant takes two points, and no count too many") {
  auto found = [](const std::vector<std::pair<int64_t, int64_t>> &counts) {
    std::vector<ExactCount> points;
    for (auto [x, count] : counts)
      points.push_back({{x}, count});
    auto polynomial = exactPolynomial({"N"}, points);
    return polynomial ? polynomial->text() : "none";
  };
  CHECK(found({{100, 7}, {200, 7}}) == "7");
  CHECK(found({{100, 7}}) == "none");
  CHECK(found({{100, 7}, {200, 8}}) == "none");           // a line takes three
  CHECK(found({{100, 7}, {100, 8}, {200, 9}}) == "none"); // two counts at one size
  CHECK(found({{1, 1}, {2, 2}, {4, 5}, {8, 8}, {16, 17}, {32, 31}, {64, 62}}) == "none");
}

TEST_CASE("counts in size and threads are found on a grid, and not without one") {
  std::vector<ExactCount> points;
  for (int64_t n : {100, 200, 300, 400})
    for (int64_t p : {2, 4, 8})
      points.push_back({{n, p}, n * n * p + 3 * n + 2 * p - 1});
  auto found = exactPolynomial({"N", "threads"}, points);
  REQUIRE(found);
  CHECK(found->text() == "N^2 threads + 3 N + 2 threads - 1");
  CHECK(found->degree("N") == 2);
  CHECK(found->degree("threads") == 1);
  CHECK(found->at({{"N", 1000}, {"threads", 16}}) == 16003031);
  CHECK_FALSE(found->at({{"N", 1000}}));
  points[7].count += 1;
  CHECK_FALSE(exactPolynomial({"N", "threads"}, points));
  points = {{{100, 2}, 200}, {{200, 2}, 400}, {{300, 2}, 600}, {{300, 4}, 1200}};
  CHECK_FALSE(exactPolynomial({"N", "threads"}, points)); // two numbers of threads tell no line
}

TEST_CASE("random polynomials are found, and nothing else") {
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 2000; ++trial) {
    int degree = static_cast<int>(random() % 4);
    std::vector<int64_t> coefficients;
    for (int i = 0; i <= degree; ++i)
      coefficients.push_back(static_cast<int64_t>(random() % 2001) - 1000);
    coefficients.back() += coefficients.back() == 0;
    auto value = [&](int64_t x) {
      int64_t sum = 0;
      for (size_t i = coefficients.size(); i-- > 0;)
        sum = sum * x + coefficients[i];
      return sum;
    };
    std::vector<ExactCount> points;
    for (int i = 0; i < degree + 2; ++i)
      points.push_back({{50 * (i + 1) + static_cast<int64_t>(random() % 40)}, 0});
    for (ExactCount &point : points)
      point.count = value(point.at.front());
    auto found = exactPolynomial({"N"}, points);
    REQUIRE(found);
    CHECK(found->at({{"N", 4000}}) == value(4000));
    points.back().count += 1;
    auto wrong = exactPolynomial({"N"}, points);
    CHECK((!wrong || wrong->degree("N") > degree));
  }
}
