// SPDX-License-Identifier: Apache-2.0
#include "analyzer/primitives/throughput.h"

#include "analyzer/primitives/least_squares.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

constexpr double alike = 0.2; // distance at which a measured loop's part of the answer fades

std::vector<double> countsOf(const OperationMix &mix) {
  return {mix.loads, mix.stores, mix.flops, mix.multiply_adds, 1};
}

double length(const OperationMix &mix) {
  return std::hypot(std::hypot(mix.loads, mix.stores), std::hypot(mix.flops, mix.multiply_adds));
}

double distanceBetween(const OperationMix &one, const OperationMix &other) {
  OperationMix apart{one.loads - other.loads, one.stores - other.stores, one.flops - other.flops,
                     one.multiply_adds - other.multiply_adds};
  return length(apart) / std::max(1e-9, length(one));
}

} // namespace

Throughput::Throughput(std::vector<MeasuredMix> measured) : measured_(std::move(measured)) {
  std::vector<std::vector<double>> counts;
  std::vector<double> times;
  for (const MeasuredMix &each : measured_) {
    counts.push_back(countsOf(each.mix));
    times.push_back(each.time_ns);
  }
  if (counts.empty())
    return;
  std::vector<double> costs = notNegativeCosts(counts, times);
  load_ = costs[0], store_ = costs[1], flop_ = costs[2], multiply_add_ = costs[3], step_ = costs[4];
}

double Throughput::sumOfCosts(const OperationMix &mix) const {
  return mix.loads * load_ + mix.stores * store_ + mix.flops * flop_ +
         mix.multiply_adds * multiply_add_ + step_;
}

/// Shepard's interpolation of the relative residuals, which fades to none far from all of them.
double Throughput::time_ns(const OperationMix &mix) const {
  double weights = 0, moved = 0;
  for (const MeasuredMix &each : measured_) {
    double off = distanceBetween(mix, each.mix) / alike, weight = std::exp(-off * off);
    double sum = sumOfCosts(each.mix);
    weights += weight;
    moved += sum > 0 ? weight * (each.time_ns / sum - 1) : 0;
  }
  return sumOfCosts(mix) * (1 + moved / std::max(1.0, weights));
}

double Throughput::distance(const OperationMix &mix) const {
  double least = INFINITY;
  for (const MeasuredMix &each : measured_)
    least = std::min(least, distanceBetween(mix, each.mix));
  return least;
}

const std::string &Throughput::nearest(const OperationMix &mix) const {
  static const std::string none;
  auto found = std::ranges::min_element(
      measured_, {}, [&](const MeasuredMix &each) { return distanceBetween(mix, each.mix); });
  return found == measured_.end() ? none : found->loop;
}

} // namespace tare
