// SPDX-License-Identifier: Apache-2.0
#include "base/least_squares.h"

#include "base/student.h"
#include "catch.hpp"

#include <cmath>

using namespace tare;

namespace {

void isNear(const std::vector<double> &found, const std::vector<double> &wanted) {
  REQUIRE(found.size() == wanted.size());
  for (size_t i = 0; i < found.size(); ++i)
    CHECK(found[i] == Approx(wanted[i]).margin(1e-12));
}

} // namespace

TEST_CASE("values that lie on a model give the model") {
  // 3 - 2 x + x^2 / 2, at 1 to 6; the columns are not in the order of their sizes
  std::vector<std::vector<double>> columns(3);
  std::vector<double> values;
  for (double x = 1; x <= 6; ++x) {
    columns[0].push_back(1);
    columns[1].push_back(x);
    columns[2].push_back(x * x);
    values.push_back(3 - 2 * x + x * x / 2);
  }
  isNear(LeastSquares(columns).solve(values), {3, -2, 0.5});
}

TEST_CASE("values beside it give the least squares, and their covariance") {
  // By the normal equations: 5 and 10 and 30 are sums of 1, x and x^2
  LeastSquares line({{1, 1, 1, 1, 1}, {0, 1, 2, 3, 4}});
  isNear(line.solve({1, 3, 2, 5, 4}), {1.4, 0.8});
  isNear(line.covariance(), {0.6, -0.2, -0.2, 0.1});
}

TEST_CASE("columns that are nearly sums of others are told") {
  CHECK(LeastSquares({{1, 0, 0}, {1, 1e-3, 0}}).isIndependent(1e-6));
  CHECK_FALSE(LeastSquares({{1, 0, 0}, {1, 1e-9, 0}}).isIndependent(1e-6));
  CHECK_FALSE(LeastSquares({{1, 2, 3}, {2, 4, 6}}).isIndependent(1e-6));
  CHECK_FALSE(LeastSquares({{0, 0}, {0, 0}}).isIndependent(1e-6));
  for (double x : LeastSquares({{1, 2, 3}, {2, 4, 6}}).solve({1, 2, 3}))
    CHECK(std::isfinite(x));
}

TEST_CASE("Fisher's F, as in tables") {
  CHECK(fisherTail(4.9646, 1, 10) == Approx(0.05).epsilon(1e-4));
  CHECK(fisherTail(4.1028, 2, 10) == Approx(0.05).epsilon(1e-4));
  CHECK(fisherTail(12.0600, 3, 5) == Approx(0.01).epsilon(1e-4));
  for (double t : {0.5, 2.0, 7.0}) // of one degree of freedom it is the square of Student's t
    CHECK(fisherTail(t * t, 1, 4) == Approx(studentTail(t, 4)));
}
