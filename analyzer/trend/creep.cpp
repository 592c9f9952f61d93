// SPDX-License-Identifier: Apache-2.0
#include "analyzer/trend/creep.h"

#include <algorithm>
#include <cmath>

namespace tare {

namespace {

constexpr size_t most_of_each = 5;
constexpr double beyond_chance = 3; // standard errors

struct Mean {
  double value = 0, error = 0;
};

/// Equal weights: versions differ by more than their own errors.
Mean meanOf(std::span<const TrendPoint> points, double scatter) {
  Mean mean;
  double squares = 0;
  for (const TrendPoint &point : points) {
    mean.value += point.value / static_cast<double>(points.size());
    squares += std::pow(point.error * scatter, 2);
  }
  mean.error = std::sqrt(squares) / static_cast<double>(points.size());
  return mean;
}

} // namespace

Creep creepSince(std::span<const TrendPoint> points, size_t accepted, double worth) {
  if (accepted + 1 >= points.size())
    return {};
  std::span<const TrendPoint> since = points.subspan(accepted);
  size_t each = std::clamp<size_t>(since.size() / 2, 1, most_of_each);
  double scatter = scatterBeyondErrors(since);
  Mean then = meanOf(since.first(each), scatter), now = meanOf(since.last(each), scatter);
  Creep creep{now.value - then.value, std::hypot(then.error, now.error), false};
  bool is_known = creep.error > 0 && std::abs(creep.by) > beyond_chance * creep.error;
  double step = 0;
  std::vector<TrendLevel> levels = stepsIn(since);
  for (size_t i = 1; i < levels.size(); ++i)
    step = std::max(step, std::abs(levels[i].value - levels[i - 1].value));
  creep.is_one = is_known && std::abs(creep.by) >= worth && step < std::abs(creep.by) / 2;
  return creep;
}

} // namespace tare
