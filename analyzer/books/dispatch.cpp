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

struct Gap {
  Ticks ticks = 0;
  double weight = 1;
};

/// Of one loop on one thread, each for as many iterations as its weight has of all weights.
struct Gaps {
  std::vector<Gap> real, empty;
};

/// Of one kind, over threads that each have their own share of the iterations.
struct Mean {
  double sum = 0, weight = 0, squares = 0, squared_weights = 0;
  size_t count = 0;

  void add(const std::vector<Gap> &gaps, double iterations) {
    if (gaps.empty())
      return;
    double all = 0;
    for (const Gap &gap : gaps)
      all += gap.weight;
    for (const Gap &gap : gaps) {
      auto ticks = static_cast<double>(gap.ticks);
      double own = iterations * gap.weight / all;
      sum += own * ticks;
      squares += own * ticks * ticks;
      squared_weights += own * own;
    }
    weight += iterations;
    count += gaps.size();
  }
  double mean() const { return weight > 0 ? sum / weight : 0; }
  double varianceOfMean() const {
    double spread = weight > 0 ? std::max(squares / weight - mean() * mean(), 0.0) : 0;
    return weight > 0 ? spread * squared_weights / (weight * weight) : 0;
  }
};

/// One loop over all threads.
struct Loop {
  std::map<size_t, Gaps> threads;

  Ticks dispatch(const Profile &profile, uint32_t node) const {
    Mean real, empty;
    double iterations = 0;
    for (const ProfileThread &thread : profile.threads)
      iterations += static_cast<double>(thread.nodes[node].cells[Spent::Body].units);
    for (const auto &[index, gaps] : threads) {
      double own = static_cast<double>(profile.threads[index].nodes[node].cells[Spent::Body].units);
      real.add(gaps.real, own);
      empty.add(gaps.empty, own);
    }
    if (real.count < fewest || empty.count < fewest)
      return 0;
    double gap = real.mean() - empty.mean();
    if (gap < clearly * std::sqrt(real.varianceOfMean() + empty.varianceOfMean()))
      return 0;
    return wholeTicks(gap * iterations);
  }
};

std::map<uint32_t, Loop> loopsOf(const Profile &profile) {
  std::map<uint32_t, Loop> loops;
  SampleWeights weights(profile);
  auto longest = static_cast<Ticks>(longest_s * profile.ticks_per_second);
  for (size_t i = 0; i < profile.threads.size(); ++i)
    for (const IterationSample &sample : profile.threads[i].samples) {
      if (sample.gap_kind == IterationSample::Gap::None || sample.gap > longest)
        continue;
      Gaps &gaps = loops[sample.node].threads[i];
      (sample.gap_kind == IterationSample::Gap::Real ? gaps.real : gaps.empty)
          .push_back({sample.gap, weights.of(sample)});
    }
  return loops;
}

} // namespace

std::map<uint32_t, Ticks> dispatchIn(const Profile &profile) {
  std::map<uint32_t, Ticks> ticks;
  for (const auto &[index, loop] : loopsOf(profile)) {
    const Node *node = profile.node(index);
    if (!node || node->kind != NodeKind::For ||
        !scheduleOf(findClause(node->clauses, "schedule")).dispatches())
      continue;
    if (Ticks amount = loop.dispatch(profile, index))
      ticks[index] = amount;
  }
  return ticks;
}

} // namespace tare
