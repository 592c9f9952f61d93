// SPDX-License-Identifier: Apache-2.0
// What the iterations of a loop cost along its range, from those that were sampled.
//
//   sampled iterations -> [cost curve] -> loop schedule
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tare {

/// One sampled iteration: value of the loop's variable, its time, how many it stands for.
struct IterationCost {
  int64_t index = 0;
  double time = 0, weight = 1;
};

class CostCurve {
public:
  /// All iterations cost the same.
  CostCurve() : CostCurve(std::vector<double>{1}) {}
  /// Of equal parts of the range, in order; a negative cost counts as none.
  explicit CostCurve(std::vector<double> costs);

  /// The share of the cost in the first `part` of the range; 0 to 1.
  double upTo(double part) const;
  double between(double from, double to) const { return upTo(to) - upTo(from); }
  /// The costliest part against the mean.
  double peak() const;
  size_t parts() const { return sums_.size() - 1; }

private:
  std::vector<double> sums_; // of the parts before, from 0 to 1
};

/// What is known of a loop's iterations.
struct LoopCosts {
  CostCurve curve;
  double mean = 0;    // of an iteration
  double scatter = 0; // standard deviation of single iterations around the curve, part of the mean
  size_t samples = 0;
  int64_t first = 0, last = 0; // values of the variable
};

/// At most 64 parts, each with at least four samples. Samples of one value of the variable, or
/// fewer than 16, make an even curve. What takes longer than `interruption`, and 8 times the median of
/// its part, counts as that: something interrupted it. 0: nothing does.
LoopCosts loopCosts(std::vector<IterationCost> samples, double interruption = 0);

} // namespace tare
