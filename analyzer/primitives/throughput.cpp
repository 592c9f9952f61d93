// SPDX-License-Identifier: Apache-2.0
#include "analyzer/primitives/throughput.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

constexpr double alike = 0.2; // distance at which a measured loop's part of the answer fades

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
  double closest = INFINITY;
  for (double flops : {1.0, 2.0}) {
    Costs costs = leastCosts(flops);
    double off = 0;
    for (const MeasuredMix &each : measured_)
      off += std::pow(each.time_ns / std::max(1e-9, costs.busiest(each.mix)) - 1, 2);
    if (off < closest)
      closest = off, costs_ = costs;
  }
  for (const MeasuredMix &each : measured_)
    shortest_ = shortest_ > 0 ? std::min(shortest_, each.time_ns) : each.time_ns;
}

Throughput::Costs Throughput::leastCosts(double flops_of_multiply_add) const {
  Costs costs;
  costs.flops_of_multiply_add = flops_of_multiply_add;
  auto lower = [](double &cost, double time_ns, double count) {
    if (count > 0)
      cost = cost > 0 ? std::min(cost, time_ns / count) : time_ns / count;
  };
  for (const auto &[loop, mix, time_ns] : measured_) {
    double flops = mix.flops + flops_of_multiply_add * mix.multiply_adds;
    lower(costs.load, time_ns, mix.loads);
    lower(costs.store, time_ns, mix.stores);
    lower(costs.flop, time_ns, flops);
    lower(costs.any, time_ns, mix.loads + mix.stores + flops);
  }
  return costs;
}

double Throughput::Costs::busiest(const OperationMix &mix) const {
  double flops = mix.flops + flops_of_multiply_add * mix.multiply_adds;
  return std::max(
      {mix.loads * load, mix.stores * store, flops * flop, (mix.loads + mix.stores + flops) * any});
}

/// Shepard's interpolation of the relative residuals, which fades to none far from all of them.
double Throughput::time_ns(const OperationMix &mix) const {
  double weights = 0, moved = 0;
  for (const MeasuredMix &each : measured_) {
    double off = distanceBetween(mix, each.mix) / alike, weight = std::exp(-off * off);
    weights += weight;
    moved += weight * (each.time_ns / costs_.busiest(each.mix) - 1);
  }
  double busiest = costs_.busiest(mix);
  return busiest > 0 ? busiest * (1 + moved / std::max(1.0, weights)) : shortest_;
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
