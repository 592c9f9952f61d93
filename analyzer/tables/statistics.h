// SPDX-License-Identifier: Apache-2.0
// One statistic for every figure of a table: the mean over the same repetitions (means add, medians
// do not), those that were least disturbed, with a 95 % band from a bootstrap of repetitions (BOOKS
// section 6). What else runs on a machine only ever adds time: the repetitions to leave out are the
// slow ones, and a repetition is as bad as its worst run, since most lines are differences of runs.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <cstddef>
#include <vector>

namespace tare {

class RepetitionStatistics {
public:
  /// `disturbances`: how far each repetition was disturbed, on any scale. The worst two fifths are
  /// left out of every figure.
  /// `shared`: for each repetition the numbers of the runs that it may share with others, one list
  /// of the same roles each. Repetitions that share a run know less than their number says, so
  /// bands are widened by the variance between the runs, and by Student's t for how few these are.
  /// One run shared by all shows none.
  explicit RepetitionStatistics(const std::vector<double> &disturbances,
                                std::vector<std::vector<int>> shared = {});

  /// The mean and its band; values[i] belongs to repetition i.
  Estimate mean(const std::vector<double> &values) const;

  /// Ratio of the two means, banded together.
  Estimate ratio(const std::vector<double> &numerators,
                 const std::vector<double> &denominators) const;

private:
  using Kept = std::vector<size_t>; // repetitions, with repetition in a resample

  Kept quietest(Kept repetitions) const;
  double meanOf(const Kept &kept, const std::vector<double> &values) const;
  double sharing(const std::vector<double> &values) const;
  template <class Figure> Estimate band(Figure figure, double wider) const;

  std::vector<double> disturbances_;
  std::vector<std::vector<int>> shared_;
  Kept kept_;
  std::vector<Kept> resamples_;
};

/// A band of at least 95 % by `errors`: the standard error of each repetition's figure, independent
/// of each other. Few repetitions may differ by less than their errors say.
Estimate atLeast(Estimate estimate, const std::vector<double> &errors);

} // namespace tare
