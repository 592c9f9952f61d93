// SPDX-License-Identifier: Apache-2.0
#include "analyzer/trend/steps.h"

#include "base/median.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tare {

namespace {

constexpr size_t most_points = 4000;
/// Beyond Schwarz's 1: a series of a table is one of many that are looked at.
constexpr double caution = 2.5;
/// The newest version alone: nothing has confirmed it.
constexpr double price_of_one = 8;

/// Standard errors from the median of the neighbours.
constexpr double far = 2.5;

/// Median of |x - y| of two values with standard deviation 1.
constexpr double usual_difference = 0.6744898 * 1.4142136;

class Potts {
public:
  Potts(std::span<const TrendPoint> points, double scatter) : n_(points.size()) {
    sums_.resize(n_ + 1);
    for (size_t i = 0; i < n_; ++i) {
      double error = points[i].error * scatter, weight = 1 / (error * error);
      sums_[i + 1] = {sums_[i].weight + weight, sums_[i].value + weight * points[i].value,
                      sums_[i].square + weight * points[i].value * points[i].value};
    }
  }

  std::vector<TrendLevel> levels() const {
    double price = caution * 2 * std::log(static_cast<double>(std::max<size_t>(n_, 2)));
    std::vector<double> best(n_ + 1, std::numeric_limits<double>::infinity());
    std::vector<size_t> from(n_ + 1, 0);
    best[0] = -price;
    for (size_t to = 1; to <= n_; ++to)
      for (size_t first = 0; first < to; ++first) {
        bool is_one = to - first == 1 && n_ > 1;
        if (is_one && to != n_)
          continue;
        double cost = best[first] + price + (is_one ? price_of_one : 0) + misfit(first, to);
        if (cost < best[to]) {
          best[to] = cost;
          from[to] = first;
        }
      }
    std::vector<TrendLevel> levels;
    for (size_t to = n_; to > 0; to = from[to])
      levels.push_back(levelOf(from[to], to));
    std::ranges::reverse(levels);
    return levels;
  }

private:
  struct Sums {
    double weight = 0, value = 0, square = 0;
  };

  double misfit(size_t first, size_t to) const {
    double weight = sums_[to].weight - sums_[first].weight;
    double value = sums_[to].value - sums_[first].value;
    double square = sums_[to].square - sums_[first].square;
    return std::max(square - value * value / weight, 0.0);
  }

  TrendLevel levelOf(size_t first, size_t to) const {
    double weight = sums_[to].weight - sums_[first].weight;
    return {first, to - first, (sums_[to].value - sums_[first].value) / weight,
            1 / std::sqrt(weight)};
  }

  size_t n_;
  std::vector<Sums> sums_;
};

double errorOf(const TrendPoint &a, const TrendPoint &b) {
  return std::hypot(a.error, b.error) / std::sqrt(2);
}

/// Where no error is known all have the one that neighbours tell.
std::vector<TrendPoint> withErrors(std::span<const TrendPoint> points) {
  std::vector<TrendPoint> with(points.begin(), points.end());
  std::vector<double> differences, known;
  for (size_t i = 1; i < points.size(); ++i)
    differences.push_back(std::abs(points[i].value - points[i - 1].value));
  for (const TrendPoint &point : points)
    if (point.error > 0)
      known.push_back(point.error);
  double usual = known.empty() ? medianOf(differences) / usual_difference : medianOf(known);
  double least = 0;
  for (const TrendPoint &point : points)
    least = std::max(least, std::abs(point.value) * 1e-12);
  double otherwise = std::max(usual, least) > 0 ? std::max(usual, least) : 1; // all of them are 0
  for (TrendPoint &point : with)
    point.error = std::max(point.error > 0 ? point.error : otherwise, least);
  return with;
}

/// Where it is far from its neighbours, as far as chance may bring it: outliers are no levels. Not the
/// newest one, of which nothing is known yet.
void drawIn(std::vector<TrendPoint> &points, double scatter) {
  std::vector<TrendPoint> as_they_were = points;
  for (size_t i = 0; i + 1 < points.size(); ++i) {
    size_t first = i < 2 ? 0 : i - 2, last = std::min(i + 2, points.size() - 1);
    std::vector<double> around;
    for (size_t j = first; j <= last; ++j)
      around.push_back(as_they_were[j].value);
    double middle = medianOf(std::move(around)), most = far * points[i].error * scatter;
    points[i].value = std::clamp(points[i].value, middle - most, middle + most);
  }
}

double centre(std::span<const TrendPoint> points) {
  std::vector<double> values;
  for (const TrendPoint &point : points)
    values.push_back(point.value);
  return medianOf(std::move(values));
}

} // namespace

double scatterBeyondErrors(std::span<const TrendPoint> points) {
  std::vector<double> ratios;
  for (size_t i = 1; i < points.size(); ++i)
    if (double error = errorOf(points[i], points[i - 1]); error > 0)
      ratios.push_back(std::abs(points[i].value - points[i - 1].value) / error);
  if (ratios.size() < 4) // too few to tell steps from scatter
    return 1;
  double few = 1 + 3 / static_cast<double>(ratios.size()); // a median of few is often too small
  return std::max(few * medianOf(std::move(ratios)) / usual_difference, 1.0);
}

std::vector<TrendLevel> stepsIn(std::span<const TrendPoint> points) {
  size_t dropped = points.size() > most_points ? points.size() - most_points : 0;
  std::vector<TrendPoint> kept = withErrors(points.subspan(dropped));
  double middle = centre(kept); // sums of squares keep their digits
  for (TrendPoint &point : kept)
    point.value -= middle;
  double scatter = scatterBeyondErrors(kept);
  drawIn(kept, scatter);
  std::vector<TrendLevel> levels = Potts(kept, scatter).levels();
  for (TrendLevel &level : levels) {
    level.first += dropped;
    level.value += middle;
  }
  if (points.size() == 1 && points.front().error <= 0)
    levels.front().error = std::numeric_limits<double>::infinity();
  return levels;
}

} // namespace tare
