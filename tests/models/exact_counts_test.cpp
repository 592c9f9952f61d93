// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/exact_counts.h"
#include "catch.hpp"

#include <random>

using namespace tare;

TEST_CASE("the products of LU are a third of N^3, exactly") {
  std::vector<std::pair<int64_t, int64_t>> points;
  for (int64_t n : {10, 20, 30, 40, 50}) {
    int64_t sum = 0;
    for (int64_t k = 0; k < n; ++k)
      sum += (n - k - 1) * (n - k - 1);
    points.emplace_back(n, sum);
  }
  auto found = exactPolynomial(points);
  REQUIRE(found);
  CHECK(found->text("N") == "1/3 N^3 - 1/2 N^2 + 1/6 N");
  CHECK(found->at(1000) == 332833500);
}

TEST_CASE("a constant takes two points, and no count too many") {
  CHECK(exactPolynomial({{100, 7}, {200, 7}})->text("N") == "7");
  CHECK_FALSE(exactPolynomial({{100, 7}}));
  CHECK_FALSE(exactPolynomial({{100, 7}, {200, 8}}));           // a line takes three
  CHECK_FALSE(exactPolynomial({{100, 7}, {100, 8}, {200, 9}})); // two counts at one size
  CHECK_FALSE(exactPolynomial({{1, 1}, {2, 2}, {4, 5}, {8, 8}, {16, 17}, {32, 31}, {64, 62}}));
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
    std::vector<std::pair<int64_t, int64_t>> points;
    for (int i = 0; i < degree + 2; ++i)
      points.emplace_back(50 * (i + 1) + static_cast<int64_t>(random() % 40), 0);
    for (auto &[x, y] : points)
      y = value(x);
    auto found = exactPolynomial(points);
    REQUIRE(found);
    CHECK(found->at(4000) == value(4000));
    points.back().second += 1;
    auto wrong = exactPolynomial(points);
    CHECK((!wrong || wrong->degree() > degree));
  }
}
