// SPDX-License-Identifier: Apache-2.0
#include "analyzer/compare/difference.h"
#include "base/student.h"
#include "catch.hpp"

#include <cmath>

using namespace tare;
using Values = std::vector<double>;

TEST_CASE("Student's t as tables have it") {
  CHECK(studentQuantile(0.05, 1) == Approx(12.706).epsilon(1e-4));
  CHECK(studentQuantile(0.05, 4) == Approx(2.7764).epsilon(1e-4));
  CHECK(studentQuantile(0.01, 8) == Approx(3.3554).epsilon(1e-4));
  CHECK(studentQuantile(0.001, 30) == Approx(3.6460).epsilon(1e-4));
  CHECK(studentTail(1.96, 1e6) == Approx(0.05).epsilon(1e-3));
  CHECK(studentTail(0, 3) == Approx(1));
  CHECK(studentTail(-2.7764, 4) == Approx(0.05).epsilon(1e-3)); // two-sided
  for (double freedom : {1.0, 2.5, 7.0, 40.0})
    for (double tail : {0.5, 0.05, 0.001})
      CHECK(studentTail(studentQuantile(tail, freedom), freedom) == Approx(tail));
}

TEST_CASE("Welch's t, without a drift, as worked by hand") {
  // means 10 and 13, variances 2.5 and 2.5: t = 3 / 1 with 8 degrees of freedom
  Difference d = differenceOf({8, 9, 10, 11, 12}, {11, 12, 13, 14, 15}, {});
  CHECK(d.base_s == 10);
  CHECK(d.head_s == 13);
  CHECK(d.change_s == 3);
  CHECK(d.p_value == Approx(0.01707).epsilon(1e-3));
  CHECK(d.low_s == Approx(3 - 2.306).epsilon(1e-3));
  CHECK(d.high_s == Approx(3 + 2.306).epsilon(1e-3));
  CHECK(d.testable);
}

TEST_CASE("unequal variances lower the degrees of freedom") {
  // one side without any scatter: the freedom is that of the other
  Difference d = differenceOf({10, 10, 10, 10, 10}, {11, 12, 13, 14, 15}, {});
  double error = std::sqrt(2.5 / 5);
  CHECK(d.p_value == Approx(studentTail(3 / error, 4)));
}

TEST_CASE("a machine that was faster explains what changed in proportion, and nothing new") {
  Values base = {100, 100.1, 99.9, 100.05}, head = {105, 105.1, 104.9, 105.05};
  Values none = {0, 0.1, -0.1, 0.05}, five = {5, 5.1, 4.9, 5.05};
  Drift drift{0.05, 0.1};
  CHECK(differenceOf(base, head, drift).p_value > 0.3);
  CHECK(differenceOf(none, five, drift).p_value < 0.001);
  CHECK(differenceOf(base, head, {0, 0.1}).p_value < 0.001);
}

TEST_CASE("too few repetitions give a figure and no verdict") {
  Difference d = differenceOf({1, 1.01}, {2, 2.01, 2.02}, {0.01, 0.001});
  CHECK_FALSE(d.testable);
  CHECK(d.p_value == 1);
  CHECK(d.change_s == Approx(2.01 - 1.005));
  CHECK(d.half_width_s() == 0);
  CHECK_FALSE(differenceOf({}, {}, {}).testable);
}

TEST_CASE("without any scatter and drift there is no verdict, and no division by zero") {
  Difference d = differenceOf({1, 1, 1}, {2, 2, 2}, {});
  CHECK_FALSE(d.testable);
  CHECK(std::isfinite(d.p_value));
}

TEST_CASE("false discovery rates as Benjamini and Hochberg's example has them") {
  // the fifteen p-values of their paper: four discoveries at 5 %
  Values p = {0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
              0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.000};
  Values q = discoveryRates(p);
  int discoveries = 0;
  for (double rate : q)
    discoveries += rate <= 0.05;
  CHECK(discoveries == 4);
  CHECK(q[0] == Approx(0.0015));
  CHECK(q.back() == Approx(1));
  for (size_t i = 1; i < q.size(); ++i)
    CHECK(q[i] >= q[i - 1]);
  CHECK(discoveryRates({0.04, 0.001}) == Values{0.04, 0.002}); // in the order given
  CHECK(discoveryRates({}).empty());
}
