// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/series.h"

#include "base/median.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace tare {
namespace {

constexpr double least_relative_error = 0.003;

/// One disturbed point says nothing of the others: it counts as at most so many medians.
constexpr double largest_of_median = 2;

/// All points together against the repetitions of one, for its error. Simulated noise with heavy
/// tails gives the same from 4 to 20.
constexpr double freedom_of_pool = 8;

size_t trimmedAtEachEnd(size_t count) { return count / 5; }

/// The error of a point is measured against this under a law; 0: it says nothing.
double measureOf(SeriesNoise::Law law, const Observation &point) {
  switch (law) {
  case SeriesNoise::Law::Own:
    return std::abs(point.value);
  case SeriesNoise::Law::Whole:
    return point.scale;
  case SeriesNoise::Law::Constant:
    return 1;
  }
  return 1;
}

struct PooledNoise {
  double size = 0, freedom = 0, spread = 0; // spread: variance of the logarithms
};

double medianRatio(const std::vector<std::pair<double, double>> &ratios) {
  std::vector<double> values;
  for (auto [ratio, freedom] : ratios)
    values.push_back(ratio);
  return medianOf(values);
}

PooledNoise pooled(const ModelSeries &series, SeriesNoise::Law law) {
  PooledNoise pool;
  std::vector<std::pair<double, double>> ratios; // and their degrees of freedom
  for (const Observation &point : series.points) {
    double freedom = 0, error = trimmedError(point.repetitions, freedom);
    double measure = measureOf(law, point);
    if (!(freedom > 0) || !(measure > 0))
      continue;
    ratios.emplace_back(error / measure, freedom);
  }
  if (ratios.empty())
    return pool;
  double squares = 0, sum = 0, sum_squares = 0;
  double most = largest_of_median * medianRatio(ratios);
  for (auto [ratio, freedom] : ratios) {
    double bounded = most > 0 ? std::min(ratio, most) : ratio;
    squares += freedom * bounded * bounded;
    pool.freedom += freedom;
    double logarithm = std::log(std::max(ratio, 1e-12));
    sum += logarithm;
    sum_squares += logarithm * logarithm;
  }
  auto count = static_cast<double>(ratios.size());
  pool.size = std::sqrt(squares / pool.freedom);
  pool.spread = sum_squares / count - sum / count * (sum / count);
  return pool;
}

/// Results of one point differ by this, as a standard deviation against the law's measure.
PooledNoise betweenResults(const ModelSeries &series, SeriesNoise::Law law) {
  bool is_own = law == SeriesNoise::Law::Own;
  std::map<ModelPoint, std::vector<double>> results;
  for (const Observation &point : series.points)
    if (double measure = is_own ? 1 : measureOf(law, point); measure > 0)
      results[point.at].push_back(point.value / measure);
  PooledNoise pool;
  double squares = 0;
  for (const auto &[at, values] : results) {
    double mean = 0, deviations = 0;
    for (double value : values)
      mean += value / static_cast<double>(values.size());
    for (double value : values)
      deviations += (value - mean) * (value - mean);
    if (is_own && mean == 0)
      continue;
    squares += deviations / (is_own ? mean * mean : 1);
    pool.freedom += static_cast<double>(values.size()) - 1;
  }
  pool.size = pool.freedom > 0 ? std::sqrt(squares / pool.freedom) : 0;
  return pool;
}

} // namespace

double trimmedMean(std::vector<double> values) {
  if (values.empty())
    return 0;
  std::ranges::sort(values);
  size_t cut = trimmedAtEachEnd(values.size());
  double sum = 0;
  for (size_t i = cut; i < values.size() - cut; ++i)
    sum += values[i];
  return sum / static_cast<double>(values.size() - 2 * cut);
}

double trimmedError(std::vector<double> values, double &freedom) {
  freedom = 0;
  if (values.size() < 2)
    return 0;
  std::ranges::sort(values);
  size_t count = values.size(), cut = trimmedAtEachEnd(count), kept = count - 2 * cut;
  double sum = 0, squares = 0;
  for (size_t i = 0; i < count; ++i) {
    double value = values[std::clamp(i, cut, count - cut - 1)];
    sum += value;
    squares += value * value;
  }
  auto n = static_cast<double>(count), h = static_cast<double>(kept);
  double variance = std::max(0.0, squares - sum * sum / n); // (n - 1) s_w^2
  freedom = h - 1;
  return freedom > 0 ? std::sqrt(variance / (h * (h - 1))) : 0;
}

SeriesNoise noiseOf(const ModelSeries &series) {
  SeriesNoise noise;
  bool has_scale = std::ranges::all_of(series.points, [](auto &point) { return point.scale > 0; });
  double least = 0;
  for (auto law : {SeriesNoise::Law::Own, SeriesNoise::Law::Whole, SeriesNoise::Law::Constant}) {
    if (law == SeriesNoise::Law::Whole && !has_scale)
      continue;
    PooledNoise pool = pooled(series, law);
    if (!(pool.freedom > 0))
      continue;
    constexpr double clearly = 0.5; // what the errors of few repetitions differ by, anyway
    if (noise.freedom == 0 || pool.spread < least - clearly) {
      noise = {law, pool.size, pool.freedom};
      least = pool.spread;
    }
  }
  PooledNoise between = betweenResults(series, noise.law);
  if (between.freedom > 0 && between.size > noise.size) { // repetitions of one day are alike
    noise.size = between.size;
    noise.freedom = between.freedom;
    noise.of_results = true;
  }
  return noise;
}

double errorAt(const SeriesNoise &noise, double value, double scale) {
  double least = least_relative_error * std::abs(value);
  if (noise.freedom == 0)
    return std::max(least, 1e-300);
  double measure = noise.law == SeriesNoise::Law::Own     ? std::abs(value)
                   : noise.law == SeriesNoise::Law::Whole ? scale
                                                          : 1;
  return std::max(std::hypot(noise.size * measure, least), 1e-300);
}

double errorOf(const SeriesNoise &noise, const Observation &point) {
  double pooled = errorAt(noise, point.value, point.scale), freedom = 0;
  double own = trimmedError(point.repetitions, freedom);
  if (noise.freedom == 0 || noise.of_results || freedom == 0)
    return pooled;
  double squares = freedom_of_pool * pooled * pooled + freedom * own * own;
  return std::sqrt(squares / (freedom_of_pool + freedom));
}

size_t distinctPoints(const ModelSeries &series) {
  std::set<ModelPoint> points;
  for (const Observation &point : series.points)
    points.insert(point.at);
  return points.size();
}

std::vector<double> valuesOf(const ModelSeries &series, const std::string &parameter) {
  std::set<double> values;
  for (const Observation &point : series.points)
    if (auto found = point.at.find(parameter); found != point.at.end())
      values.insert(found->second);
  return {values.begin(), values.end()};
}

} // namespace tare
