// SPDX-License-Identifier: Apache-2.0
#include "analyzer/jobs/job_slopes.h"

#include <algorithm>
#include <cmath>

namespace tare {

namespace {

constexpr int slope_points = 24; // two each octave
constexpr int halvings = 30;
constexpr double least_change = 0.1;

} // namespace

NetworkSlope networkSlope(const Job &job, const Network &network, const JobPlacement &placement,
                          const ReplayPolicy &policy, NetworkSide side, double most) {
  JobDurations measured = measuredDurations(job, {.network = &network});
  JobPlacement was = measuredPlacement(job);
  auto total = [&](double added) {
    Network then = side == NetworkSide::Latency ? slowedNetwork(network, added, 0)
                                                : slowedNetwork(network, 0, added);
    JobDurations durations = onNetwork(job, measured, network, was, then, placement);
    return replayJob(job, durations, placement, policy).total / job.ticks_per_second;
  };
  return slopeOf(total, most);
}

NetworkSlope slopeOf(const std::function<double(double added)> &total, double most) {
  NetworkSlope slope;
  slope.points.push_back({0, total(0)});
  for (int i = 1; i <= slope_points; ++i) {
    double added = most * std::exp2((i - slope_points) / 2.0);
    slope.points.push_back({added, total(added)});
  }
  auto between = [&](size_t i) {
    const SlopePoint &low = slope.points[i], &high = slope.points[i + 1];
    return (high.total_s - low.total_s) / (high.added - low.added);
  };
  slope.slope = between(0);
  for (size_t i = 0; i + 2 < slope.points.size(); ++i) {
    double here = between(i), next = between(i + 1);
    if (std::abs(next - here) > least_change * std::max(std::abs(here), std::abs(next)))
      slope.breaks.push_back(slope.points[i + 1].added);
  }
  double wanted = 1.01 * slope.points.front().total_s, low = 0, high = most;
  if (slope.points.back().total_s < wanted)
    return slope;
  for (int i = 0; i < halvings; ++i)
    (total((low + high) / 2) < wanted ? low : high) = (low + high) / 2;
  slope.one_percent = high;
  return slope;
}

} // namespace tare
