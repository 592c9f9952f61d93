// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/iteration_shape.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tare {
namespace {

constexpr size_t fewest_bins = 4;
constexpr double fewest_samples = 2;
constexpr double scattered = 0.25, readable_s = 0.2e-6; // shorter ones are as uneven as the clock
constexpr double even_deviation = 0.1, clear_correlation = 0.8, peak_cost = 2, peak_time = 1.0 / 3;

/// Iterations in a bin by its range of the loop variable. The step is not known; it cancels out.
double countOf(const IterationBin &bin) {
  return std::fabs(static_cast<double>(bin.last) - static_cast<double>(bin.first)) + 1;
}

double timeOfBin(const IterationBin &bin) { return countOf(bin) * bin.mean_s; }

template <class Value> double sumOf(const std::vector<IterationBin> &bins, Value value) {
  double sum = 0;
  for (const IterationBin &bin : bins)
    sum += value(bin);
  return sum;
}

/// Correlation of an iteration's cost with its position, weighted by iterations.
double correlation(const std::vector<IterationBin> &bins, double mean_s) {
  auto position = [](const IterationBin &bin) {
    return (static_cast<double>(bin.first) + static_cast<double>(bin.last)) / 2;
  };
  double count = sumOf(bins, countOf);
  double middle = sumOf(bins, [&](auto &b) { return countOf(b) * position(b); }) / count;
  double along = 0, across = 0, both = 0;
  for (const IterationBin &bin : bins) {
    double x = position(bin) - middle, y = bin.mean_s - mean_s;
    along += countOf(bin) * x * x;
    across += countOf(bin) * y * y;
    both += countOf(bin) * x * y;
  }
  return along > 0 && across > 0 ? both / std::sqrt(along * across) : 0;
}

/// Mean of a bin's value over all iterations.
template <class Value> double meanOf(const std::vector<IterationBin> &bins, Value value) {
  return sumOf(bins, [&](const IterationBin &bin) { return countOf(bin) * value(bin); }) /
         sumOf(bins, countOf);
}

/// Standard deviation of single iterations within their bins, as a share of the mean.
double deviationOf(const std::vector<IterationBin> &bins, double mean_s) {
  return std::sqrt(meanOf(bins, [](auto &bin) { return bin.deviation_s * bin.deviation_s; })) /
         mean_s;
}

IterationShape::Kind kindOf(const std::vector<IterationBin> &bins, double mean_s,
                            double deviation) {
  double time = sumOf(bins, timeOfBin);
  double variance = meanOf(bins, [&](const IterationBin &bin) {
    double by_chance = bin.deviation_s * bin.deviation_s / bin.samples;
    return (bin.mean_s - mean_s) * (bin.mean_s - mean_s) - by_chance;
  });
  if (std::sqrt(std::max(variance, 0.0)) < even_deviation * mean_s)
    return deviation > scattered && mean_s >= readable_s ? IterationShape::Kind::Scattered
                                                         : IterationShape::Kind::Even;
  double slope = correlation(bins, mean_s);
  if (std::fabs(slope) > clear_correlation)
    return slope > 0 ? IterationShape::Kind::Rising : IterationShape::Kind::Falling;
  double peaks = sumOf(bins, [&](const IterationBin &bin) {
    return bin.mean_s > peak_cost * mean_s ? timeOfBin(bin) : 0.0;
  });
  return peaks > peak_time * time ? IterationShape::Kind::Peaked : IterationShape::Kind::Uneven;
}

/// The heaviest bins first, until they hold half of the time; the last one counts in part.
void findHeavyHalf(const std::vector<IterationBin> &bins, IterationShape &shape) {
  std::vector<size_t> order(bins.size());
  std::iota(order.begin(), order.end(), size_t(0));
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return bins[a].mean_s > bins[b].mean_s; });
  double left = sumOf(bins, timeOfBin) / 2, count = sumOf(bins, countOf), taken = 0;
  size_t low = order.front(), high = order.front(), number = 0;
  for (size_t bin : order) {
    double time = timeOfBin(bins[bin]);
    taken += time > left ? countOf(bins[bin]) * left / time : countOf(bins[bin]);
    left -= time;
    low = std::min(low, bin);
    high = std::max(high, bin);
    ++number;
    if (left <= 0)
      break;
  }
  shape.half_share = taken / count;
  shape.first = bins[low].first;
  shape.last = bins[high].last;
  shape.together = high - low + 1 == number;
}

/// The mean alone. Each bin counts by how often it was executed, not by its width.
std::optional<IterationShape> mixed(const std::vector<IterationBin> &bins) {
  auto iterations = [](const IterationBin &bin) { return bin.iterations; };
  double count = sumOf(bins, iterations);
  double time = sumOf(bins, [](const IterationBin &bin) { return bin.iterations * bin.mean_s; });
  if (bins.size() < fewest_bins || !(count > 0) || !(time > 0))
    return std::nullopt;
  IterationShape shape;
  shape.kind = IterationShape::Kind::Mixed;
  shape.mean_s = time / count;
  return shape;
}

} // namespace

std::vector<IterationBin> soundBins(const std::vector<IterationBin> &bins) {
  std::vector<IterationBin> sound;
  for (const IterationBin &bin : bins)
    if (std::isfinite(bin.mean_s) && bin.mean_s >= 0 && bin.samples >= fewest_samples)
      sound.push_back(bin);
  return sound;
}

std::optional<IterationShape> shapeOf(const ConstructLines &loop) {
  std::vector<IterationBin> bins = soundBins(loop.iterations);
  bool waits_for_others = loop.directive.find("ordered") != std::string::npos;
  if (waits_for_others) // what was sampled is the wait for its turn, too
    return std::nullopt;
  if (loop.ranges_differ)
    return mixed(bins);
  double time = sumOf(bins, timeOfBin);
  if (bins.size() < fewest_bins || !(time > 0))
    return std::nullopt;
  IterationShape shape;
  shape.mean_s = time / sumOf(bins, countOf);
  shape.deviation = deviationOf(bins, shape.mean_s);
  shape.kind = kindOf(bins, shape.mean_s, shape.deviation);
  findHeavyHalf(bins, shape);
  return shape;
}

double chanceImbalance(double deviation, double iterations_each, int threads) {
  if (threads < 2 || !(iterations_each > 0))
    return 0;
  // E[max] is the integral of 1 - F^p - (1 - F)^p over the positive half.
  constexpr double step = 0.01, far = 8;
  double longest = 0;
  for (double x = step / 2; x < far; x += step) {
    double above = std::erfc(x / std::sqrt(2.0)) / 2;
    longest += step * (1 - std::pow(1 - above, threads) - std::pow(above, threads));
  }
  double late = longest * deviation / std::sqrt(iterations_each);
  return late / (1 + late);
}

} // namespace tare
