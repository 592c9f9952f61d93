// SPDX-License-Identifier: Apache-2.0
// One figure in two experiments: by how much it differs, and whether that is more than noise.
//
// The test is Welch's t over the values of the accepted repetitions, plus a variance between
// the two experiments. Repetitions are minutes apart at most, so their scatter does not show that a
// machine was faster or busier during one of the experiments.
#pragma once

#include <cstddef>
#include <vector>

namespace tare {

/// How far the machine alone may move figures between two experiments.
struct Drift {
  double rate = 0;    // standard deviation, as a part of what a figure was in both experiments
  double floor_s = 0; // standard deviation of any figure
  /// Additional variance of an experiment's mean because repetitions are not independent, as a part
  /// of the variance of one repetition: noise lasts longer than one. Runs of this project's test
  /// machine had a correlation of 0.1 from one repetition to the next, which makes 0.1 for five
  /// repetitions.
  double lasting = 0;
};

struct Difference {
  double base_s = 0, head_s = 0;           // means over the accepted repetitions
  double change_s = 0;                     // head - base
  double low_s = 0, high_s = 0;            // 95 % band of the change
  double p_value = 1;                      // of no change
  bool testable = false;                   // there were enough repetitions, or bands
  double base_half_s = 0, head_half_s = 0; // where a side is predicted: half bands of both figures

  double half_width_s() const { return (high_s - low_s) / 2; }
};

/// With fewer repetitions on a side no test is made: their scatter is not known.
inline constexpr size_t fewest_repetitions = 3;

/// With fewer repetitions the figures are there, and the band is the change itself.
Difference differenceOf(const std::vector<double> &base, const std::vector<double> &head,
                        const Drift &drift);

/// Benjamini and Hochberg's adjusted p-values, in the order of `p_values`: each at most f is a
/// discovery at false discovery rate f.
std::vector<double> discoveryRates(const std::vector<double> &p_values);

} // namespace tare
