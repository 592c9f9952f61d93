// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/statistics.h"

#include "base/student.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

namespace tare {

namespace {

constexpr int resample_count = 500;
constexpr size_t fifth = 5;
constexpr double unsure = 0.05;    // a band is one of 95 %
constexpr double student7 = 2.365; // two-sided 95 %, eight groups

// Percentile bootstrap bands are too narrow for few repetitions: by sqrt((n-1)/n) because the
// resample's variance is biased, and by t against normal quantiles. Two-sided 95 %, by degrees of
// freedom.
double smallSampleFactor(size_t n) {
  static const double t[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                             2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086};
  if (n < 2)
    return 0;
  double quantile = n - 2 < std::size(t) ? t[n - 2] : 1.96 + 2.5 / static_cast<double>(n - 1);
  double bias = std::sqrt(static_cast<double>(n) / static_cast<double>(n - 1));
  return quantile / 1.96 * bias;
}

} // namespace

RepetitionStatistics::RepetitionStatistics(const std::vector<double> &disturbances,
                                           std::vector<std::vector<int>> shared)
    : disturbances_(disturbances), shared_(std::move(shared)) {
  Kept all(disturbances.size());
  std::iota(all.begin(), all.end(), size_t(0));
  kept_ = quietest(all);
  if (disturbances.size() < 2)
    return;
  std::mt19937_64 random(20000101); // the same table from the same runs
  for (int i = 0; i < resample_count; ++i) {
    Kept resample;
    for (size_t k = 0; k < disturbances.size(); ++k)
      resample.push_back(random() % disturbances.size());
    resamples_.push_back(quietest(resample));
  }
}

RepetitionStatistics::Kept RepetitionStatistics::quietest(Kept repetitions) const {
  std::stable_sort(repetitions.begin(), repetitions.end(),
                   [&](size_t a, size_t b) { return disturbances_[a] < disturbances_[b]; });
  repetitions.resize(repetitions.size() - 2 * (repetitions.size() / fifth));
  return repetitions;
}

double RepetitionStatistics::meanOf(const Kept &kept, const std::vector<double> &values) const {
  double sum = 0;
  for (size_t repetition : kept)
    sum += values[repetition];
  return kept.empty() ? 0 : sum / static_cast<double>(kept.size());
}

namespace {

/// Variance of the mean of independent values.
double varianceOfMean(const std::vector<double> &values) {
  auto n = static_cast<double>(values.size());
  double mean = std::accumulate(values.begin(), values.end(), 0.0) / n, squares = 0;
  for (double value : values)
    squares += (value - mean) * (value - mean);
  return n > 1 ? squares / (n - 1) / n : 0;
}

} // namespace

/// A figure is a sum of what each run adds. The variance of its mean is the sum over roles, each
/// divided by the number of runs, not of repetitions. Few runs tell little about their variance:
/// degrees of freedom by Welch and Satterthwaite.
double RepetitionStatistics::sharing(const std::vector<double> &values) const {
  double alone = varianceOfMean(values);
  if (shared_.size() != values.size() || !(alone > 0))
    return 1;
  double freedom = static_cast<double>(values.size()) - 1;
  double sum = alone, spread = alone * alone / freedom;
  for (size_t role = 0; role < shared_.front().size(); ++role) {
    std::map<int, std::pair<double, int>> sums;
    for (size_t i = 0; i < values.size(); ++i) {
      auto &[sum, count] = sums[shared_[i][role]];
      sum += values[i];
      ++count;
    }
    std::vector<double> means;
    for (const auto &[run, sum] : sums)
      means.push_back(sum.first / sum.second);
    if (means.size() < 2 || means.size() == values.size())
      continue;
    double more = std::max(0.0, varianceOfMean(means) - alone);
    sum += more;
    spread += more * more / (static_cast<double>(means.size()) - 1);
  }
  if (sum == alone)
    return 1;
  double few = studentQuantile(unsure, sum * sum / spread) / studentQuantile(unsure, freedom);
  return std::sqrt(sum / alone) * few;
}

template <class Figure> Estimate RepetitionStatistics::band(Figure figure, double wider) const {
  double centre = figure(kept_);
  if (resamples_.empty())
    return {centre, centre, centre};
  std::vector<double> figures;
  for (const Kept &resample : resamples_)
    figures.push_back(figure(resample));
  std::sort(figures.begin(), figures.end());
  double low = figures[resample_count * 25 / 1000];
  double high = figures[resample_count - 1 - resample_count * 25 / 1000];
  double factor = wider * smallSampleFactor(disturbances_.size());
  return {centre, centre - factor * std::max(0.0, centre - low),
          centre + factor * std::max(0.0, high - centre)};
}

Estimate RepetitionStatistics::mean(const std::vector<double> &values) const {
  return band([&](const Kept &kept) { return meanOf(kept, values); }, sharing(values));
}

Estimate RepetitionStatistics::ratio(const std::vector<double> &numerators,
                                     const std::vector<double> &denominators) const {
  return band(
      [&](const Kept &kept) {
        double below = meanOf(kept, denominators);
        return below == 0 ? 0 : meanOf(kept, numerators) / below;
      },
      std::max(sharing(numerators), sharing(denominators)));
}

Estimate atLeast(Estimate estimate, const std::vector<double> &errors) {
  double squares = 0;
  for (double error : errors)
    squares += error * error;
  if (squares == 0)
    return estimate;
  double half = student7 * std::sqrt(squares) / static_cast<double>(errors.size());
  return {estimate.time_s, std::min(estimate.low_s, estimate.time_s - half),
          std::max(estimate.high_s, estimate.time_s + half)};
}

} // namespace tare
