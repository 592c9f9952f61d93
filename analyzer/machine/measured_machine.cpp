// SPDX-License-Identifier: Apache-2.0
#include "analyzer/machine/measured_machine.h"

#include <algorithm>
#include <cmath>

namespace tare {

namespace {

MachineCost between(const MachineCost &a, const MachineCost &b, double part) {
  return {a.time_s + part * (b.time_s - a.time_s), a.doubt_s + part * (b.doubt_s - a.doubt_s)};
}

/// Logarithmic in the work; beyond its ends a curve is level, and above its last point doubted.
MachineCost costAt(const MeetingCurve &curve, double work_s) {
  if (curve.empty())
    return {};
  if (work_s <= curve.front().work_s)
    return curve.front().cost;
  auto above = std::ranges::find_if(curve, [&](const CostOfRound &r) { return r.work_s >= work_s; });
  if (above == curve.end()) {
    MachineCost last = curve.back().cost;
    return {last.time_s, std::max(last.doubt_s, std::abs(last.time_s) / 2)};
  }
  const CostOfRound &below = *std::prev(above);
  double part = std::log(work_s / below.work_s) / std::log(above->work_s / below.work_s);
  return between(below.cost, above->cost, part);
}

/// Of the same cores, waiting and places, on the same side of threads = cores.
bool isOfRegime(const TeamSetting &asked, const TeamSetting &measured) {
  bool is_alike = asked.waiting == measured.waiting && asked.pinned == measured.pinned;
  if (!is_alike || asked.sharesCores() != measured.sharesCores())
    return false;
  return !asked.sharesCores() || asked.cores == measured.cores;
}

} // namespace

// Where each thread has a core, how many cores are left over does not count.
template <class Get>
std::optional<MachineCost> MeasuredMachine::at(const TeamSetting &setting, Get get) const {
  const MeasuredTeam *below = nullptr, *above = nullptr;
  for (const MeasuredTeam &team : teams) {
    if (!isOfRegime(setting, team.setting))
      continue;
    int threads = team.setting.threads;
    if (threads <= setting.threads && (!below || threads > below->setting.threads))
      below = &team;
    if (threads >= setting.threads && (!above || threads < above->setting.threads))
      above = &team;
  }
  if (!below || !above)
    return std::nullopt;
  if (below == above || below->setting.threads == above->setting.threads)
    return get(*below);
  double part = std::log(double(setting.threads) / below->setting.threads) /
                std::log(double(above->setting.threads) / below->setting.threads);
  MachineCost low = get(*below), high = get(*above), mean = between(low, high, part);
  mean.doubt_s += std::abs(high.time_s - low.time_s) / 4;
  return mean;
}

std::optional<MachineCost> MeasuredMachine::meeting(const TeamSetting &setting, MeetingKind kind,
                                                    double work_s, double alone) const {
  return at(setting, [&](const MeasuredTeam &team) {
    return between(costAt(team.curve(kind, false), work_s), costAt(team.curve(kind, true), work_s),
                   std::clamp(alone, 0.0, 1.0));
  });
}

std::optional<MachineCost> MeasuredMachine::lock(const TeamSetting &setting) const {
  return at(setting, [](const MeasuredTeam &team) { return team.lock; });
}

std::optional<MachineCost> MeasuredMachine::dispatch(const TeamSetting &setting) const {
  return at(setting, [](const MeasuredTeam &team) { return team.dispatch; });
}

// The bandwidth is linear between numbers of threads, and level beyond the largest.
std::optional<MeasuredMachine::Slowdown> MeasuredMachine::slowdown(int threads) const {
  auto one = rates.find(1);
  if (one == rates.end() || rates.size() < 2 || one->second.bytes_per_s <= 0 || threads < 1)
    return std::nullopt;
  auto above = rates.lower_bound(threads);
  SharedRates now = rates.rbegin()->second;
  if (above != rates.end()) {
    now = above->second;
    if (above->first != threads) {
      auto below = std::prev(above);
      double part = double(threads - below->first) / (above->first - below->first);
      now.bytes_per_s = std::lerp(below->second.bytes_per_s, now.bytes_per_s, part);
      now.clock = std::lerp(below->second.clock, now.clock, part);
    }
  }
  if (now.bytes_per_s <= 0 || now.clock <= 0)
    return std::nullopt;
  double compute = std::max(1 / now.clock, 1.0);
  return Slowdown{compute, std::max(threads * one->second.bytes_per_s / now.bytes_per_s, compute)};
}

} // namespace tare
