// SPDX-License-Identifier: Apache-2.0
#include "analyzer/perturbation/chance.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tare {

namespace {

constexpr size_t to_begin_with = 16; // instances
constexpr double explained = 3;      // standard deviations of what is owed
constexpr double furthest = 5;       // likewise, of one arrival

double middleOf(std::vector<double> values) {
  auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

} // namespace

Claims::Claims(double dispersion, size_t threads, size_t nodes)
    : dispersion_(dispersion), nodes_(nodes),
      sites_(dispersion > 0 ? threads * nodes * ByCell<Site>::size() * 2 : 0) {}

size_t Claims::indexOf(const ClaimSite &site) const {
  size_t node = site.thread * nodes_ + site.node;
  return (node * ByCell<Site>::size() + static_cast<size_t>(site.kind)) * 2 + site.inside;
}

Ticks Claims::owe(const ClaimSite &at, Ticks cost, Ticks rest) {
  if (sites_.empty())
    return rest;
  Site &site = sites_[indexOf(at)];
  site.costs += static_cast<double>(cost);
  Ticks most = cutTicks(explained * std::sqrt(dispersion_ * site.costs));
  site.owed = std::min(rest, most);
  return rest - site.owed;
}

Ticks Claims::allOwed() const {
  Ticks sum = 0;
  for (const Site &site : sites_)
    addWithin(sum, site.owed);
  return sum;
}

std::vector<Ticks> Arrivals::later(const CommonPoint &point, std::span<const ChanceArrival> team) {
  std::vector<Ticks> later(team.size(), 0);
  if (dispersion_ <= 0 || team.size() < 2)
    return later;
  auto threads = static_cast<double>(team.size());
  Ticks begin = team.front().end;
  double mean = 0, probes = 0;
  for (const ChanceArrival &arrival : team) {
    mean += static_cast<double>(arrival.end - begin) / threads;
    probes += static_cast<double>(arrival.probes);
  }
  std::vector<double> distances;
  for (const ChanceArrival &arrival : team)
    distances.push_back(static_cast<double>(arrival.end - begin) - mean);
  double by_chance = dispersion_ * probes * (1 - 1 / threads);

  History &history = histories_[point];
  if (history.instances++ < to_begin_with) {
    learn(history, distances, by_chance);
    return later;
  }
  double most = furthest * std::sqrt(dispersion_ * probes / threads);
  for (size_t thread = 0; thread < team.size(); ++thread)
    if (std::abs(distances[thread] - history.means[thread]) > most) {
      if (++history.rejected == to_begin_with)
        history = {};
      return later;
    }
  history.rejected = 0;
  learn(history, distances, by_chance);
  double own =
      history.squares > history.by_chance ? std::sqrt(1 - history.by_chance / history.squares) : 0;
  Ticks sum = 0;
  for (size_t thread = 0; thread < team.size(); ++thread) {
    later[thread] = wholeTicks((own - 1) * (distances[thread] - history.means[thread]));
    sum += later[thread];
  }
  later.front() -= sum;
  return later;
}

// The first ones are only collected; their median is not led astray by one that was interrupted.
void Arrivals::learn(History &history, std::span<const double> distances, double by_chance) {
  if (history.instances <= to_begin_with) {
    history.first.resize(distances.size());
    for (size_t thread = 0; thread < distances.size(); ++thread)
      history.first[thread].push_back(distances[thread]);
    history.means.resize(distances.size());
    if (history.instances == to_begin_with)
      for (size_t thread = 0; thread < distances.size(); ++thread)
        history.means[thread] = middleOf(std::exchange(history.first[thread], {}));
    return;
  }
  auto count = static_cast<double>(++history.counted + to_begin_with);
  history.by_chance += by_chance;
  for (size_t thread = 0; thread < distances.size(); ++thread) {
    double off = distances[thread] - history.means[thread];
    history.means[thread] += off / count;
    history.squares += off * (distances[thread] - history.means[thread]);
  }
}

} // namespace tare
