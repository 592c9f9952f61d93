// SPDX-License-Identifier: Apache-2.0
// One statistic for every figure of a table: the mean over the same tuples, trimmed by total time
// (means add, medians do not), with a 95 % band from a bootstrap of tuples (BOOKS section 6).
#pragma once

#include "analyzer/ledger/ledger.h"

#include <cstddef>
#include <vector>

namespace tare {

class TupleStatistics {
public:
  /// `totals`: total time of each tuple, by which the slowest and fastest fifth are trimmed.
  explicit TupleStatistics(const std::vector<double> &totals);

  /// values[i] belongs to tuple i.
  Estimate mean(const std::vector<double> &values) const;

  /// Ratio of the two means, banded together.
  Estimate ratio(const std::vector<double> &numerators,
                 const std::vector<double> &denominators) const;

private:
  using Kept = std::vector<size_t>; // tuples, with repetition in a resample

  Kept trim(Kept tuples) const;
  double meanOf(const Kept &kept, const std::vector<double> &values) const;
  template <class Figure> Estimate band(Figure figure) const;

  std::vector<double> totals_;
  Kept kept_;
  std::vector<Kept> resamples_;
};

/// The band, where it is narrower than 95 % by `errors`: one standard error of each tuple's figure,
/// independent of each other. Tuples differ by that, too; a few of them may show less of it.
Estimate atLeast(Estimate estimate, const std::vector<double> &errors);

} // namespace tare
