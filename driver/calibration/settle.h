// SPDX-License-Identifier: Apache-2.0
// Many pairs of runs -> one cost each, and whether the pairs agree on it.
#pragma once

#include "driver/calibration/excess.h"

#include <utility>
#include <vector>

namespace tare {

struct Settled {
  ProbeCosts costs; // without the names of what they are of
  int clamped = 0;  // costs that came out below zero and count as 0
};

/// At least one pair. dense and cold are medians. low is the smallest of the dense ones, and as
/// much of it as a probe takes between other operations where that was measured; warm is halfway
/// from there to dense. A cold one on which the pairs disagree is the low end of its interval, but
/// not below dense. All are longer by what interruptions add (of the timer, of other work: probes
/// have their part of them), in the median, but at most by a fiftieth: a program that is weighed
/// later need not have the interruptions of a busy machine.
Settled settle(const std::vector<PairExcess> &pairs, double ticks_per_second);

double median(std::vector<double> values);

/// An interval that holds the median with a probability of 95 % or more: two of the values, the
/// same number of places from both ends. Of less than six values: all of them.
std::pair<double, double> medianInterval(std::vector<double> values);

} // namespace tare
