// SPDX-License-Identifier: Apache-2.0
// Tails of Fisher's and Student's distributions.
//
//   [quantiles] -> fit, selection, bands
#pragma once

namespace tare {

/// Probability that F with these degrees of freedom is at least `value`.
double upperTailOfF(double value, double numerator, double denominator);
/// Half of the 95 % interval of Student's t, in standard errors; `freedom` at least 1.
double halfOf95(double freedom);

} // namespace tare
