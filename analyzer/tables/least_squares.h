// SPDX-License-Identifier: Apache-2.0
// What is not explained, shared among the causes that may be wrong: weighted least squares.
//
//   anchor -> [least squares] -> anchor
#pragma once

#include <vector>

namespace tare {

/// Something that is taken out of a run and known only so well. In units of its own.
struct UnsureCause {
  double effect = 0; // seconds that one unit more takes out of the run
  double half = 0;   // of the 95 % band of how many units it is
  double low = 0, high = 0; // so many units more are possible at most
};

struct SettledCause {
  double units = 0; // more
  double half = 0;  // of the 95 % band of that
  bool at_bound = false;
};

struct Settlement {
  std::vector<SettledCause> causes;
  double left_s = 0; // that none of them explains
  double half_s = 0; // of the 95 % band of what they take together: their errors make up for each
                     // other
};

/// `missing_s` is to be explained, and known to `half_s` (95 %). Minimises the sum of squares of
/// every part over its standard error: a cause takes as much as it is unsure, and the noise of
/// `missing_s` likewise. A cause never goes beyond its bounds; the others share what it leaves.
Settlement settle(double missing_s, double half_s, const std::vector<UnsureCause> &causes);

} // namespace tare
