// SPDX-License-Identifier: Apache-2.0
#include "driver/whatif/bands.h"

#include "base/student.h"

#include <cmath>
#include <numeric>

namespace tare {

Estimate meanWithBand(const std::vector<double> &values) {
  auto n = static_cast<double>(values.size());
  double mean = std::accumulate(values.begin(), values.end(), 0.0) / n, squares = 0;
  for (double value : values)
    squares += (value - mean) * (value - mean);
  double half = n < 2 ? 0 : studentQuantile(0.05, n - 1) * std::sqrt(squares / (n - 1) / n);
  return {mean, mean - half, mean + half};
}

double scaleToTable(double measured_s, double table_s) {
  return measured_s > 0 && table_s > 0 ? table_s / measured_s : 1;
}

Estimate scaled(const Estimate &estimate, double factor) {
  return {factor * estimate.time_s, factor * estimate.low_s, factor * estimate.high_s};
}

Estimate widened(const Estimate &estimate, double half) { return widened(estimate, half, half); }

Estimate widened(const Estimate &estimate, double below, double above) {
  double half = (estimate.high_s - estimate.low_s) / 2;
  return {estimate.time_s, estimate.time_s - std::hypot(half, below),
          estimate.time_s + std::hypot(half, above)};
}

} // namespace tare
