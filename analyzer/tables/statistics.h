// SPDX-License-Identifier: Apache-2.0
// One statistic for every figure of a table: the mean over the same tuples (means add, medians do
// not), those that were least disturbed, with a 95 % band from a bootstrap of tuples (BOOKS section
// 6). What else runs on a machine only ever adds time: the tuples to leave out are the slow ones,
// and a tuple is as bad as its worst run, since most lines are differences of runs.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <cstddef>
#include <vector>

namespace tare {

class TupleStatistics {
public:
  /// How far each tuple was disturbed, on any scale: the worst two fifths are left out.
  explicit TupleStatistics(const std::vector<double> &disturbances);

  /// values[i] belongs to tuple i.
  Estimate mean(const std::vector<double> &values) const;

  /// Ratio of the two means, banded together.
  Estimate ratio(const std::vector<double> &numerators,
                 const std::vector<double> &denominators) const;

private:
  using Kept = std::vector<size_t>; // tuples, with repetition in a resample

  Kept quietest(Kept tuples) const;
  double meanOf(const Kept &kept, const std::vector<double> &values) const;
  template <class Figure> Estimate band(Figure figure) const;

  std::vector<double> disturbances_;
  Kept kept_;
  std::vector<Kept> resamples_;
};

/// The band, where it is narrower than 95 % by `errors`: one standard error of each tuple's figure,
/// independent of each other. Tuples differ by that, too; a few of them may show less of it.
Estimate atLeast(Estimate estimate, const std::vector<double> &errors);

} // namespace tare
