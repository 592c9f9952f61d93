// SPDX-License-Identifier: Apache-2.0
#include "analyzer/thinning/stand_ins.h"

#include <algorithm>
#include <numeric>

namespace tare {

namespace {

/// What a weight may be changed by to meet the time that was left out.
constexpr double least = 0.5, most = 2;

using Numbers = std::vector<double>;

Numbers nearness(const std::vector<StandIn> &stand_ins) {
  Numbers near;
  for (const StandIn &one : stand_ins)
    near.push_back(one.near);
  return near;
}

double spanOf(const std::vector<StandIn> &stand_ins, const Numbers &near) {
  double sum = 0;
  for (size_t i = 0; i < near.size(); ++i)
    sum += near[i] * static_cast<double>(stand_ins[i].span);
  return sum;
}

/// By how much each is multiplied so that the spans meet `span`; empty: by too much.
Numbers calibration(const std::vector<StandIn> &stand_ins, const Numbers &counts, double span) {
  double instances = std::accumulate(counts.begin(), counts.end(), 0.0);
  double expected = spanOf(stand_ins, counts), mean = expected / instances, spread = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    double away = static_cast<double>(stand_ins[i].span) - mean;
    spread += counts[i] * away * away;
  }
  if (spread < instances) // alike to the tick: what they differ by says nothing
    return {};
  Numbers factors;
  for (size_t i = 0; i < counts.size(); ++i) {
    double away = static_cast<double>(stand_ins[i].span) - mean;
    factors.push_back(counts[i] > 0 ? 1 + (span - expected) / spread * away : 1);
    if (factors.back() < least || factors.back() > most)
      return {};
  }
  return factors;
}

} // namespace

std::vector<Standing> weigh(const std::vector<StandIn> &stand_ins,
                            const SkippedInstances &skipped) {
  Numbers near = nearness(stand_ins), counts = near;
  double all = std::accumulate(near.begin(), near.end(), 0.0);
  auto span = static_cast<double>(skipped.span);
  for (double &count : counts)
    count *= static_cast<double>(skipped.instances) / all;
  Numbers factors;
  if (skipped.instances > 0)
    factors = calibration(stand_ins, counts, span);
  double nearest = spanOf(stand_ins, near), ratio = nearest > 0 ? span / nearest : 0;
  std::vector<Standing> standings;
  for (size_t i = 0; i < near.size(); ++i)
    standings.push_back(factors.empty() ? Standing{near[i] * ratio, counts[i]}
                                        : Standing{counts[i] * factors[i], counts[i] * factors[i]});
  return standings;
}

} // namespace tare
