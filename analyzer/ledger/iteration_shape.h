// SPDX-License-Identifier: Apache-2.0
// What the sampled iterations of a loop look like: where its time is, along the loop variable.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <optional>
#include <vector>

namespace tare {

struct IterationShape {
  enum class Kind {
    Even,    // standard deviation of the bins below a tenth of their mean
    Rising,  // cost follows the loop variable (correlation above 0.8)
    Falling, // the same, downwards
    Peaked,  // a few iterations cost over twice the mean, and together a third of the time
    Uneven,
    Mixed, // executions have different ranges: what differs along the variable may be executions
  };
  Kind kind = Kind::Even;
  double mean_s = 0; // of an iteration
  /// The heaviest iterations that together hold half of the time, as a share of all: 0.5 is even.
  double half_share = 0.5;
  /// From the first to the last of them, values of the loop variable, and whether nothing light
  /// lies between.
  int64_t first = 0, last = 0;
  bool together = false;
};

/// Bins of at least two samples: a single one may have been interrupted.
std::vector<IterationBin> soundBins(const std::vector<IterationBin> &bins);

/// Of the sound bins. Nothing when there are fewer than four: too little to call it a shape.
/// Where executions have different ranges only the mean is known.
std::optional<IterationShape> shapeOf(const ConstructLines &loop);

} // namespace tare
