// SPDX-License-Identifier: Apache-2.0
// Where one figure changed, over the versions of a program: constant levels, and the steps between
// them. Weighted least squares with a price for each step (Potts functional; Boysen et al., Annals
// of Statistics 37, 2009), the price by an information criterion (Schwarz 1978: each step has two
// parameters, its place and its level).
//
//   figures with errors, in the order of versions -> [steps] -> levels
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tare {

struct TrendPoint {
  double value = 0;
  double error = 0; // standard error of the value, from its repetitions; 0: not known
};

/// Versions from `first` on, until the next level begins.
struct TrendLevel {
  size_t first = 0, count = 0;
  double value = 0;
  double error = 0; // standard error; infinite: of one point whose error is not known
};

/// Levels, the oldest first; none of no points. What versions scatter beyond their errors (other
/// days, other programs) is estimated from neighbours and counts as error. One version alone is a
/// level only where it is the newest: a single outlier in the middle is none. n squared operations;
/// beyond 4,000 points the oldest are left out.
std::vector<TrendLevel> stepsIn(std::span<const TrendPoint> points);

/// By how much errors have to be multiplied to hold what neighbours differ by; at least 1.
double scatterBeyondErrors(std::span<const TrendPoint> points);

} // namespace tare
