// SPDX-License-Identifier: Apache-2.0
#include "base/student.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tare {
namespace {

double awayFromZero(double value) { return std::fabs(value) < 1e-300 ? 1e-300 : value; }

/// Continued fraction of the incomplete beta function, by Lentz's method. Converges for
/// x < (a + 1) / (a + b + 2).
double betaFraction(double a, double b, double x) {
  double c = 1, d = 1 / awayFromZero(1 - (a + b) * x / (a + 1)), fraction = d;
  auto step = [&](double coefficient) {
    d = 1 / awayFromZero(1 + coefficient * d);
    c = awayFromZero(1 + coefficient / c);
    fraction *= c * d;
    return std::fabs(c * d - 1) < 1e-14;
  };
  for (int m = 1; m < 500; ++m) {
    step(m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)));
    if (step(-(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))))
      break;
  }
  return fraction;
}

/// Regularised incomplete beta function.
double incompleteBeta(double a, double b, double x) {
  if (x <= 0 || x >= 1)
    return x <= 0 ? 0 : 1;
  double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) +
                          b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2))
    return front * betaFraction(a, b, x) / a;
  return 1 - front * betaFraction(b, a, 1 - x) / b;
}

} // namespace

double studentTail(double t, double freedom) {
  return incompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t));
}

double fisherTail(double value, double numerator, double denominator) {
  return incompleteBeta(denominator / 2, numerator / 2,
                        denominator / (denominator + numerator * value));
}

double studentQuantile(double tail, double freedom) {
  double low = 0, high = 1;
  while (studentTail(high, freedom) > tail && high < 1e12)
    high *= 2;
  for (int i = 0; i < 100; ++i) {
    double middle = (low + high) / 2;
    (studentTail(middle, freedom) > tail ? low : high) = middle;
  }
  return high;
}

MeanBand meanBand(const std::vector<double> &values) {
  auto n = static_cast<double>(values.size());
  double mean = std::accumulate(values.begin(), values.end(), 0.0) / std::max(n, 1.0), squares = 0;
  if (values.size() < 2)
    return {mean, std::numeric_limits<double>::infinity()};
  for (double value : values)
    squares += (value - mean) * (value - mean);
  return {mean, studentQuantile(0.05, n - 1) * std::sqrt(squares / (n - 1) / n)};
}

} // namespace tare
