// SPDX-License-Identifier: Apache-2.0
// Student's t and Fisher's F, for any positive numbers of degrees of freedom.
#pragma once

#include <vector>

namespace tare {

/// Probability that |t| is at least this large.
double studentTail(double t, double freedom);

/// Probability that Fisher's F with these degrees of freedom is at least `value`, above 0.
double fisherTail(double value, double numerator, double denominator);

/// The value that |t| exceeds with probability `tail`; 0 < tail < 1.
double studentQuantile(double tail, double freedom);

/// The mean of independent values, and half of its 95 % band. Infinite: fewer than two values.
struct MeanBand {
  double mean = 0, half = 0;
};
MeanBand meanBand(const std::vector<double> &values);

} // namespace tare
