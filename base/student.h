// SPDX-License-Identifier: Apache-2.0
// Student's t distribution, for any positive number of degrees of freedom.
#pragma once

namespace tare {

/// Probability that |t| is at least this large.
double studentTail(double t, double freedom);

/// The value that |t| exceeds with probability `tail`; 0 < tail < 1.
double studentQuantile(double tail, double freedom);

} // namespace tare
