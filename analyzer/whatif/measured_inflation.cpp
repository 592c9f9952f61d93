// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/measured_inflation.h"

#include <algorithm>
#include <cmath>

namespace tare {

namespace {

/// Half of a band where nothing is known: one thread alone was measured.
constexpr double unknown_doubt = 0.05;
/// From here on the memory is taken to be what threads wait for.
constexpr double saturates = 1.1;
/// A construct with less than this part of all work tells nothing of it.
constexpr double least_part = 0.005;

} // namespace

void MeasuredInflation::add(int threads, const Profile &profile) {
  WorkSharing sharing(profile);
  for (uint32_t node = 0; node < profile.nodeCount(); ++node) {
    double ticks = 0, entries = 0;
    for (const ProfileThread &thread : profile.threads) {
      if (node >= thread.nodes.size())
        continue;
      const ByCell<ProfileCell> &cells = thread.nodes[node].cells;
      for (Spent kind : {Spent::Body, Spent::Creation})
        ticks += static_cast<double>(cells[kind].ticks);
      entries += static_cast<double>(cells[Spent::Body].entries);
    }
    addWaits(threads, profile, node);
    if (ticks <= 0)
      continue;
    bool repeated = sharing.of(node).kind == WorkShare::Kind::Repeated;
    Work &work = work_[profile.node(node)->id.text()][threads];
    double seconds = ticks / profile.ticks_per_second;
    work.ticks += seconds;
    work.times += entries;
    work.runs += 1;
    work.repeated = repeated;
    seconds_[threads] += seconds;
  }
}

void MeasuredInflation::addWaits(int threads, const Profile &profile, uint32_t node) {
  const Node &of = *profile.node(node);
  if (of.kind != NodeKind::Critical && of.kind != NodeKind::Lock)
    return;
  Work &work = waits_[of.id.text()][threads];
  for (const ProfileThread &thread : profile.threads)
    if (node < thread.nodes.size()) {
      const ProfileCell &cell = thread.nodes[node].cells[Spent::Wait];
      work.ticks += static_cast<double>(cell.ticks) / profile.ticks_per_second;
      work.times += static_cast<double>(cell.entries);
    }
  work.runs += 1;
}

std::optional<double> MeasuredInflation::ofLockWaits(const std::string &construct, int from,
                                                     int to) const {
  auto found = waits_.find(construct);
  if (found == waits_.end() || !found->second.count(from) || !found->second.count(to))
    return std::nullopt;
  double then = found->second.at(from).perTime(), now = found->second.at(to).perTime();
  return then > 0 ? std::optional(now / then) : std::nullopt;
}

bool MeasuredInflation::isShared(const std::string &construct) const {
  auto found = work_.find(construct);
  if (found == work_.end() || !found->second.count(1))
    return false;
  double one = found->second.at(1).perRun();
  auto [threads, most] = *found->second.rbegin();
  if (threads < 2 || one <= 0 || !most.repeated)
    return false;
  return most.perRun() / one < std::sqrt(static_cast<double>(threads));
}

bool MeasuredInflation::isLarge(const std::string &construct) const {
  auto found = work_.find(construct);
  if (found == work_.end())
    return false;
  auto counts = [&](const auto &of) { return of.second.ticks > least_part * seconds_.at(of.first); };
  return std::ranges::all_of(found->second, counts);
}

TeamSizeKnowledge::Inflation MeasuredInflation::at(const std::string &construct, int threads) const {
  if (!isLarge(construct))
    return {1, unknown_doubt};
  const std::map<int, Work> &runs = work_.at(construct);
  auto one = runs.find(1);
  if (one == runs.end() || one->second.perTime() <= 0)
    return {1, unknown_doubt};
  if (threads == 1)
    return {1, 0};
  bool by_time = one->second.repeated && !isShared(construct);
  auto ratio = [&](const Work &work) {
    double now = by_time ? work.perTime() : work.perRun();
    double then = by_time ? one->second.perTime() : one->second.perRun();
    return std::clamp(now / then, 0.25, 8.0);
  };
  auto above = runs.lower_bound(threads);
  if (above != runs.end() && above->first == threads)
    return {ratio(above->second), 0};
  if (above == runs.end()) {
    auto [most, work] = *runs.rbegin();
    return beyond(most, most == 1 ? 1 : ratio(work), threads);
  }
  auto below = std::prev(above); // 1 is among them
  double part = (threads - below->first) / static_cast<double>(above->first - below->first);
  double low = ratio(below->second), high = ratio(above->second);
  return {low + part * (high - low), std::abs(high - low) / 4};
}

// More threads than were measured. With `f` of the work in the memory, `most` threads take
// (1 - f) compute(most) + f memory(most) times as long as one.
TeamSizeKnowledge::Inflation MeasuredInflation::beyond(int most, double known, int threads) const {
  using Slowdown = std::optional<MeasuredMachine::Slowdown>;
  constexpr double tells = 0.05; // less is no difference between memory and compute
  Slowdown then = machine_ ? machine_->slowdown(most) : std::nullopt;
  Slowdown now = machine_ ? machine_->slowdown(threads) : std::nullopt;
  if (most == 1) {
    if (!now)
      return {1, unknown_doubt};
    return {now->compute, std::max(unknown_doubt, (now->memory - now->compute) / 4)};
  }
  if (then && now && then->memory - then->compute > tells) {
    double f = std::clamp((known - then->compute) / (then->memory - then->compute), 0.0, 1.0);
    double factor = known * (now->compute + f * (now->memory - now->compute)) /
                    (then->compute + f * (then->memory - then->compute));
    return {factor, std::abs(factor - known) / 4 + unknown_doubt / 2};
  }
  double n = threads;
  if (known <= saturates) {
    double more = (known - 1) * (n - 1) / (most - 1.0);
    return {std::max(1 + more, 0.25), std::abs(1 + more - known) / 2 + unknown_doubt};
  }
  double saturated = known * n / most;
  return {(known + saturated) / 2, (saturated - known) / 2};
}

TeamSizeKnowledge::Inflation MeasuredInflation::between(const std::string &construct, int from,
                                                    int to) const {
  TeamSizeKnowledge::Inflation then = at(construct, from), now = at(construct, to);
  if (then.factor <= 0)
    return {1, unknown_doubt};
  return {now.factor / then.factor, std::hypot(then.doubt, now.doubt) / then.factor};
}

} // namespace tare
