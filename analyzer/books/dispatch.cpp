// SPDX-License-Identifier: Apache-2.0
#include "analyzer/books/dispatch.h"

#include "analyzer/thinning/sample_weights.h"
#include "instrumenter/nodes/schedule.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tare {

namespace {

/// No dispatch takes that long; a thread that lost its core does, and that is not dispatch.
constexpr double longest_s = 20e-6;
/// With fewer of either kind a mean says nothing.
constexpr size_t fewest = 8;
/// Standard errors by which the gaps must exceed the empty ones.
constexpr double clearly = 2;

/// The share by which gaps behind samples are wrong.
constexpr double late = 0.25;

/// Interruptions, and the first touch of a page of samples, belong to no iteration: so many of the
/// longest count as long as the next one.
constexpr double longest_share = 0.02;

struct SampledTime {
  Ticks ticks = 0;
  double weight = 1;
};

/// Of one loop on one thread, each for as many iterations as its weight has of all weights.
struct SampledTimes {
  std::vector<SampledTime> real, empty, bodies;
};

/// The value above which are the longest of all.
Ticks capOf(std::vector<Ticks> all) {
  auto above = static_cast<size_t>(longest_share * static_cast<double>(all.size()));
  auto at = all.end() - static_cast<std::ptrdiff_t>(above) - 1;
  std::ranges::nth_element(all, at);
  return *at;
}

/// Of one kind, over threads that each have their own share of the iterations.
struct Mean {
  double sum = 0, weight = 0, squares = 0, squared_weights = 0, cut = 0;
  size_t count = 0;

  void add(const std::vector<SampledTime> &times, double iterations, Ticks cap) {
    if (times.empty())
      return;
    double all = 0;
    for (const SampledTime &time : times)
      all += time.weight;
    for (const SampledTime &time : times) {
      auto ticks = static_cast<double>(std::min(time.ticks, cap));
      double own = iterations * time.weight / all;
      sum += own * ticks;
      squares += own * ticks * ticks;
      squared_weights += own * own;
      cut += own * (static_cast<double>(time.ticks) - ticks);
    }
    weight += iterations;
    count += times.size();
  }
  double mean() const { return weight > 0 ? sum / weight : 0; }
  double meanCut() const { return weight > 0 ? cut / weight : 0; }
  double varianceOfMean() const {
    double spread = weight > 0 ? std::max(squares / weight - mean() * mean(), 0.0) : 0;
    return weight > 0 ? spread * squared_weights / (weight * weight) : 0;
  }
};

/// One loop over all threads.
struct Loop {
  std::map<size_t, SampledTimes> threads;

  Dispatch dispatch(const Profile &profile, uint32_t node) const {
    Dispatch result;
    Mean real = meanOf(&SampledTimes::real, profile, node);
    Mean empty = meanOf(&SampledTimes::empty, profile, node);
    Mean bodies = meanOf(&SampledTimes::bodies, profile, node);
    double iterations = 0;
    for (const ProfileThread &thread : profile.threads)
      iterations += static_cast<double>(thread.nodes[node].cells[Spent::Body].units);
    if (real.count < fewest || empty.count < fewest)
      return result;
    double gap = real.mean() - empty.mean();
    double scatter = clearly * std::sqrt(real.varianceOfMean() + empty.varianceOfMean());
    result.by_gaps = gap >= scatter ? gap * iterations : 0;
    result.by_gaps_unsure = scatter * iterations + late * result.by_gaps;
    result.bodies = std::max(bodies.mean() - empty.mean(), 0.0) * iterations;
    double error = clearly * std::sqrt(bodies.varianceOfMean() + empty.varianceOfMean());
    result.unsure = (error + bodies.meanCut()) * iterations;
    return result;
  }

private:
  Mean meanOf(std::vector<SampledTime> SampledTimes::*kind, const Profile &profile, uint32_t node) const {
    std::vector<Ticks> all;
    for (const auto &[index, times] : threads)
      for (const SampledTime &time : times.*kind)
        all.push_back(time.ticks);
    Mean mean;
    if (all.empty())
      return mean;
    Ticks cap = capOf(std::move(all));
    for (const auto &[index, times] : threads) {
      const ProfileCell &body = profile.threads[index].nodes[node].cells[Spent::Body];
      mean.add(times.*kind, static_cast<double>(body.units), cap);
    }
    return mean;
  }
};

std::map<uint32_t, Loop> loopsOf(const Profile &profile) {
  std::map<uint32_t, Loop> loops;
  SampleWeights weights(profile);
  auto longest = static_cast<Ticks>(longest_s * profile.ticks_per_second);
  for (size_t i = 0; i < profile.threads.size(); ++i)
    for (const IterationSample &sample : profile.threads[i].samples) {
      SampledTimes &own = loops[sample.node].threads[i];
      double weight = weights.of(sample);
      own.bodies.push_back({sample.body, weight});
      if (sample.gap_kind == IterationSample::Gap::None || sample.gap > longest)
        continue;
      (sample.gap_kind == IterationSample::Gap::Real ? own.real : own.empty)
          .push_back({sample.gap, weight});
    }
  return loops;
}

/// Whether time was spent at constructs inside it: in its samples, and not in its own work.
bool holdsOthers(const Profile &profile, uint32_t loop) {
  for (const ProfileModule &module : profile.modules) {
    bool has_it = loop >= module.first_node && loop - module.first_node < module.tree.nodes.size();
    for (size_t i = 0; has_it && i < module.tree.nodes.size(); ++i) {
      int64_t at = static_cast<int64_t>(i);
      while (at >= 0 && module.first_node + static_cast<uint64_t>(at) != loop)
        at = module.tree.nodes[static_cast<size_t>(at)].parent;
      auto index = module.first_node + i;
      if (at < 0 || index == loop)
        continue;
      for (const ProfileThread &thread : profile.threads)
        for (Spent kind : logged_kinds)
          if (index < thread.nodes.size() && thread.nodes[index].cells[kind].ticks > 0)
            return true;
    }
  }
  return false;
}

} // namespace

Dispatch &Dispatch::operator+=(const Dispatch &more) {
  by_gaps += more.by_gaps;
  by_gaps_unsure += more.by_gaps_unsure;
  bodies = bodies > 0 && more.bodies > 0 ? bodies + more.bodies : 0;
  unsure += more.unsure;
  return *this;
}

Ticks Dispatch::in(Ticks work) const {
  double left = static_cast<double>(work) - bodies, best = by_gaps;
  if (bodies > 0 && left > -std::max(unsure, 1.0)) { // else they hold what the loop's own work does not
    double gaps = 1 / std::pow(std::max(by_gaps_unsure, 1.0), 2);
    double rest = 1 / std::pow(std::max(unsure, 1.0), 2);
    best = (gaps * by_gaps + rest * std::max(left, 0.0)) / (gaps + rest);
  }
  return std::clamp<Ticks>(wholeTicks(best), 0, std::max<Ticks>(work, 0));
}

std::map<uint32_t, Dispatch> dispatchIn(const Profile &profile) {
  std::map<uint32_t, Dispatch> found;
  for (const auto &[index, loop] : loopsOf(profile)) {
    const Node *node = profile.node(index);
    if (!node || node->kind != NodeKind::For ||
        !scheduleOf(findClause(node->clauses, "schedule")).dispatches())
      continue;
    Dispatch dispatch = loop.dispatch(profile, index);
    if (holdsOthers(profile, index))
      dispatch.bodies = 0;
    if (dispatch.by_gaps > 0 || dispatch.bodies > 0)
      found[index] = dispatch;
  }
  return found;
}

std::map<int, Dispatch> dispatchByKey(const Profile &profile, const std::vector<int> &keys) {
  std::map<int, Dispatch> by_key;
  for (const auto &[index, dispatch] : dispatchIn(profile))
    if (auto [own, is_new] = by_key.try_emplace(keys[index], dispatch); !is_new)
      own->second += dispatch;
  return by_key;
}

} // namespace tare
