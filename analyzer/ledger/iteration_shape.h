// SPDX-License-Identifier: Apache-2.0
// The shape of a loop's sampled iterations: where its time is, along the loop variable.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <optional>
#include <vector>

namespace tare {

struct IterationShape {
  enum class Kind {
    Even,      // standard deviation of the bins below a tenth of their mean, beyond what chance
               // makes of single iterations' deviation
    Scattered, // even bins of 0.2 us or more an iteration, but single ones' standard deviation is
               // above a quarter of their mean: they differ in no order that shows
    Rising,    // cost follows the loop variable (correlation above 0.8)
    Falling,   // the same, downwards
    Peaked,    // a few iterations cost over twice the mean, and together a third of the time
    Uneven,
    Mixed, // executions have different ranges: what differs along the variable may be executions
  };
  Kind kind = Kind::Even;
  double mean_s = 0;    // of an iteration
  double deviation = 0; // standard deviation of single iterations in a bin, as a share of mean_s
  /// The heaviest iterations that together hold half of the time, as a share of all: 0.5 is even.
  double half_share = 0.5;
  /// From the first to the last of them, values of the loop variable, and whether nothing light
  /// lies between.
  int64_t first = 0, last = 0;
  bool together = false;
};

/// Bins of at least two samples: a single one may have been interrupted.
std::vector<IterationBin> soundBins(const std::vector<IterationBin> &bins);

/// The shape of the sound bins. Nothing: there are fewer than four, or iterations wait for each other
/// (`ordered`), so that their times are no cost. Where executions have different
/// ranges only the mean is known.
std::optional<IterationShape> shapeOf(const ConstructLines &loop);

/// The share of a loop's time that threads wait by chance alone, where each executes
/// `iterations_each` that differ in no order: 1 - mean / longest of their times, as expected of
/// independent iterations (Kruskal and Weiss,
/// Allocating independent subtasks on parallel processors, 1985, with the exact expectation of the
/// longest of `threads` normal times in place of its bound sqrt(2 ln p)). `deviation` as above.
double chanceImbalance(double deviation, double iterations_each, int threads);

} // namespace tare
