// SPDX-License-Identifier: Apache-2.0
#include "analyzer/messages/clock_bounds.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace tare {

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();
/// A crystal that is off by more is broken.
constexpr double most_drift = 1e-3;

/// offset[first] - offset[second] <= value, the tightest of each pair.
using Differences = std::map<std::pair<uint32_t, uint32_t>, double>;

Differences tightest(const std::vector<ClockBound> &bounds) {
  Differences all;
  for (const ClockBound &bound : bounds) {
    double value = bound.later_s - bound.earlier_s;
    auto [at, is_new] = all.emplace(std::pair(bound.earlier, bound.later), value);
    at->second = std::min(at->second, value);
  }
  return all;
}

/// The greatest offsets (Bellman and Ford), or with `least` the negative of the least ones.
std::vector<double> extremes(size_t hosts, const Differences &differences, bool least) {
  std::vector<double> distance(hosts, unbounded);
  distance[0] = 0;
  for (size_t round = 0; round < hosts; ++round) {
    bool changed = false;
    for (const auto &[pair, value] : differences) {
      auto [to, from] = least ? std::pair(pair.second, pair.first) : pair;
      if (distance[from] + value < distance[to]) {
        distance[to] = distance[from] + value;
        changed = true;
      }
    }
    if (!changed)
      break;
  }
  return distance;
}

struct BoundAt {
  double at = 0, value = 0;
};

double room(const std::vector<BoundAt> &lows, const std::vector<BoundAt> &highs, double drift) {
  double low = -unbounded, high = unbounded;
  for (const BoundAt &bound : lows)
    low = std::max(low, bound.value - drift * bound.at);
  for (const BoundAt &bound : highs)
    high = std::min(high, bound.value - drift * bound.at);
  return high - low;
}

} // namespace

std::vector<OffsetRange> offsetRanges(size_t hosts, const std::vector<ClockBound> &bounds) {
  Differences differences = tightest(bounds);
  std::vector<double> high = extremes(hosts, differences, false);
  std::vector<double> low = extremes(hosts, differences, true);
  std::vector<OffsetRange> ranges(hosts);
  for (size_t host = 1; host < hosts; ++host)
    ranges[host] = {-low[host], high[host]};
  return ranges;
}

double driftOf(uint32_t host, const std::vector<ClockBound> &bounds) {
  std::vector<BoundAt> lows, highs;
  for (const ClockBound &bound : bounds) {
    if (bound.earlier == 0 && bound.later == host)
      lows.push_back({bound.later_s, bound.earlier_s - bound.later_s});
    if (bound.earlier == host && bound.later == 0)
      highs.push_back({bound.earlier_s, bound.later_s - bound.earlier_s});
  }
  if (lows.empty() || highs.empty() || room(lows, highs, 0) >= 0)
    return 0;
  double low = -most_drift, high = most_drift; // room() is concave
  for (int step = 0; step < 100; ++step) {
    double third = (high - low) / 3;
    if (room(lows, highs, low + third) < room(lows, highs, high - third))
      low += third;
    else
      high -= third;
  }
  return (low + high) / 2;
}

} // namespace tare
