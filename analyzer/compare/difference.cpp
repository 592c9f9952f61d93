// SPDX-License-Identifier: Apache-2.0
#include "analyzer/compare/difference.h"

#include "base/student.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tare {
namespace {

/// A drift is judged from a handful of numbers; so many degrees of freedom are granted to it.
constexpr double drift_freedom = 4;

struct Sample {
  double mean = 0;
  double variance = 0; // of the mean
  double freedom = 0;
};

Sample sampleOf(const std::vector<double> &values, double lasting) {
  if (values.empty())
    return {};
  auto n = static_cast<double>(values.size());
  double mean = std::accumulate(values.begin(), values.end(), 0.0) / n, squares = 0;
  for (double value : values)
    squares += (value - mean) * (value - mean);
  return {mean, n > 1 ? squares / (n - 1) * (1 / n + lasting) : 0, n - 1};
}

/// The amount that both figures have, which the machine can make drift. A new cost has none.
double common(double base, double head) {
  return base * head <= 0 ? 0 : std::min(std::fabs(base), std::fabs(head));
}

double square(double value) { return value * value; }

} // namespace

Difference differenceOf(const std::vector<double> &base, const std::vector<double> &head,
                        const Drift &drift) {
  Sample b = sampleOf(base, drift.lasting), h = sampleOf(head, drift.lasting);
  double change = h.mean - b.mean;
  Difference result{b.mean, h.mean, change, change, change};
  double machine = square(drift.rate * common(b.mean, h.mean)) + square(drift.floor_s);
  double variance = b.variance + h.variance + machine;
  if (base.size() < fewest_repetitions || head.size() < fewest_repetitions || !(variance > 0))
    return result;
  // Welch and Satterthwaite.
  double freedom =
      square(variance) / (square(b.variance) / b.freedom + square(h.variance) / h.freedom +
                          square(machine) / drift_freedom);
  double error = std::sqrt(variance), half = studentQuantile(0.05, freedom) * error;
  result.low_s = change - half;
  result.high_s = change + half;
  result.p_value = studentTail(change / error, freedom);
  result.testable = true;
  return result;
}

std::vector<double> discoveryRates(const std::vector<double> &p_values) {
  std::vector<size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), size_t(0));
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return p_values[a] < p_values[b]; });
  std::vector<double> rates(p_values.size());
  double least = 1;
  for (size_t rank = order.size(); rank-- > 0;) {
    double rate =
        p_values[order[rank]] * static_cast<double>(order.size()) / static_cast<double>(rank + 1);
    least = std::min(least, rate);
    rates[order[rank]] = least;
  }
  return rates;
}

} // namespace tare
