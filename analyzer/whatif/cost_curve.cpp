// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/cost_curve.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tare {

CostCurve::CostCurve(std::vector<double> costs) {
  for (double &cost : costs)
    cost = std::isfinite(cost) ? std::max(cost, 0.0) : 0;
  double all = std::accumulate(costs.begin(), costs.end(), 0.0);
  if (!(all > 0))
    costs.assign(std::max<size_t>(costs.size(), 1), 1);
  all = std::accumulate(costs.begin(), costs.end(), 0.0);
  sums_.reserve(costs.size() + 1);
  sums_.push_back(0);
  double sum = 0;
  for (double cost : costs)
    sums_.push_back((sum += cost) / all);
  sums_.back() = 1;
}

double CostCurve::upTo(double part) const {
  double at = std::clamp(part, 0.0, 1.0) * static_cast<double>(parts());
  auto below = std::min(static_cast<size_t>(at), parts() - 1);
  return sums_[below] + (at - static_cast<double>(below)) * (sums_[below + 1] - sums_[below]);
}

double CostCurve::peak() const {
  double most = 0;
  for (size_t i = 0; i < parts(); ++i)
    most = std::max(most, sums_[i + 1] - sums_[i]);
  return most * static_cast<double>(parts());
}

namespace {

constexpr size_t most_parts = 64, samples_each = 4, fewest_samples = 16;
constexpr double far_out = 8;

struct Part {
  std::vector<const IterationCost *> samples;
  double mean = 0, weight = 0, deviation = 0;
};

double medianTime(std::vector<const IterationCost *> samples) {
  auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::ranges::nth_element(samples, middle, {}, &IterationCost::time);
  return (*middle)->time;
}

void summarise(Part &part, double interruption) {
  double most = std::max(far_out * medianTime(part.samples), interruption), square = 0;
  for (const IterationCost *sample : part.samples) {
    double time = interruption > 0 ? std::min(sample->time, most) : sample->time;
    part.weight += sample->weight;
    part.mean += sample->weight * time;
    square += sample->weight * time * time;
  }
  if (part.weight <= 0)
    return;
  part.mean /= part.weight;
  part.deviation = std::sqrt(std::max(square / part.weight - part.mean * part.mean, 0.0));
}

/// What parts without samples cost: as their neighbours.
void fillGaps(std::vector<Part> &parts) {
  for (size_t i = 1; i < parts.size(); ++i)
    if (parts[i].samples.empty())
      parts[i].mean = parts[i - 1].mean;
  for (size_t i = parts.size() - 1; i-- > 0;)
    if (parts[i].samples.empty() && parts[i].mean == 0)
      parts[i].mean = parts[i + 1].mean;
}

} // namespace

LoopCosts loopCosts(std::vector<IterationCost> samples, double interruption) {
  LoopCosts costs;
  costs.samples = samples.size();
  if (samples.empty())
    return costs;
  auto [least, most] = std::ranges::minmax(samples, {}, &IterationCost::index);
  costs.first = least.index;
  costs.last = most.index;
  double range = static_cast<double>(costs.last) - static_cast<double>(costs.first) + 1;
  size_t count = samples.size() < fewest_samples || costs.first == costs.last
                     ? 1
                     : std::clamp<size_t>(samples.size() / samples_each, 1, most_parts);
  count = static_cast<size_t>(std::min(static_cast<double>(count), range));
  std::vector<Part> parts(count);
  for (const IterationCost &sample : samples) {
    double at = (static_cast<double>(sample.index) - static_cast<double>(costs.first)) / range;
    parts[std::min(static_cast<size_t>(at * static_cast<double>(count)), count - 1)]
        .samples.push_back(&sample);
  }
  double time = 0, weight = 0, squares = 0;
  for (Part &part : parts) {
    if (part.samples.empty())
      continue;
    summarise(part, interruption);
    time += part.weight * part.mean;
    weight += part.weight;
    squares += part.weight * part.deviation * part.deviation;
  }
  fillGaps(parts);
  costs.mean = weight > 0 ? time / weight : 0;
  costs.scatter = costs.mean > 0 ? std::sqrt(squares / weight) / costs.mean : 0;
  std::vector<double> means;
  for (const Part &part : parts)
    means.push_back(part.mean);
  costs.curve = CostCurve(std::move(means));
  return costs;
}

} // namespace tare
