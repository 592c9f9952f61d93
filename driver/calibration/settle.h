// SPDX-License-Identifier: Apache-2.0
// Many pairs of runs -> one cost each, and whether the pairs agree on it.
#pragma once

#include "driver/calibration/excess.h"

#include <utility>
#include <vector>

namespace tare {

struct Settled {
  ProbeCosts costs; // without the runtime and the number of threads
  int clamped = 0;  // costs that came out below zero and count as 0
};

/// Whether more pairs follow where these disagree.
enum class MorePairs { follow, none };

/// At least one pair; two, if none follow. Cost::dense and Cost::cold are medians. Cost::low is the
/// smallest dense value times the share that a probe takes between other operations, where that was
/// measured. Cost::warm is halfway from that share to dense. Where the pairs disagree on a cold
/// value, the low end of its interval counts, but never less than dense. Interruptions lengthen all
/// of them, in the median, but at most by a fiftieth: a program that is weighed later may find a
/// quieter machine.
///
/// Where no pairs follow, or the pairs disagree on a cost, its range also holds what these leave
/// open, by likelyInterval(): Cost::low is made of its low ends, dense and cold_most are its high
/// ends.
Settled settle(const std::vector<PairExcess> &pairs, double ticks_per_second,
               MorePairs more = MorePairs::follow);

double median(std::vector<double> values);

/// An interval that holds the median with a probability of 95 % or more: two of the values, the
/// same number of places from both ends. Fewer than six values: the least and the largest.
std::pair<double, double> medianInterval(std::vector<double> values);

/// An interval that holds what the values scatter about with a probability of 95 % or more. Six
/// values or more: medianInterval(), whatever their distribution. Two to five values: the band of
/// their mean by Student's t, but not less than from the least to the largest.
std::pair<double, double> likelyInterval(const std::vector<double> &values);

} // namespace tare
