// SPDX-License-Identifier: Apache-2.0
#include "driver/calibration/settle.h"

#include "base/student.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

constexpr double width_ns = 20;
constexpr double width_share = 0.3;
constexpr double most_interrupted = 0.02;
/// So many values are all on one side of their median with a probability of 2 / 2^6, 3 %.
constexpr size_t told_by_order = 6;

using Context = std::array<Excess, cost_kinds> PairExcess::*;
using Side = double Excess::*;

std::vector<double> sidesOf(const std::vector<PairExcess> &pairs, Context context, size_t kind,
                            Side side) {
  std::vector<double> values;
  for (const PairExcess &pair : pairs)
    values.push_back((pair.*context)[kind].*side);
  return values;
}

std::vector<double> totalsOf(const std::vector<PairExcess> &pairs, Context context, size_t kind) {
  std::vector<double> totals;
  for (const PairExcess &pair : pairs)
    totals.push_back((pair.*context)[kind].total());
  return totals;
}

/// Judges both sides together: how a cost divides into them may vary without harm.
bool agree(const std::vector<PairExcess> &pairs, Context context, size_t kind) {
  std::vector<double> totals = totalsOf(pairs, context, kind);
  auto [low, high] = medianInterval(totals);
  return high - low <= std::max(width_ns, width_share * std::fabs(median(totals)));
}

class Maker {
public:
  Maker(const std::vector<PairExcess> &pairs, double ticks_per_second, MorePairs more)
      : pairs_(pairs), ticks_per_ns_(ticks_per_second * 1e-9), more_(more) {
    settled_.costs.ticks_per_second = ticks_per_second;
    settled_.costs.pairs = static_cast<int>(pairs.size());
    std::vector<double> interrupted, lengths, dispersions;
    for (const PairExcess &pair : pairs) {
      interrupted.push_back(std::min(pair.interrupted, most_interrupted));
      lengths.push_back(pair.interruption_ns);
      dispersions.push_back(pair.dispersion_ns);
    }
    settled_.costs.interrupted = median(interrupted);
    settled_.costs.interruption = median(lengths) * ticks_per_ns_;
    settled_.costs.dispersion = median(dispersions) * ticks_per_ns_;
    ticks_per_ns_ *= 1 + settled_.costs.interrupted;
  }

  Settled make() {
    for (size_t kind = 0; kind < cost_kinds; ++kind) {
      ProbeCost &cost = settled_.costs.costs[kind];
      cost.inside = costOf(kind, &Excess::inside);
      cost.outside = costOf(kind, &Excess::outside);
      cost.dense_settled = agree(pairs_, &PairExcess::dense, kind);
      cost.cold_settled = agree(pairs_, &PairExcess::cold, kind);
    }
    for (const auto &[name, first] : pairs_.front().primitives) {
      std::vector<double> values;
      for (const PairExcess &pair : pairs_)
        values.push_back(pair.primitives.at(name));
      settled_.costs.primitives[name] = median(values) * ticks_per_ns_;
    }
    return std::move(settled_);
  }

private:
  Cost costOf(size_t kind, Side side) {
    std::vector<double> dense = sidesOf(pairs_, &PairExcess::dense, kind, side);
    std::vector<double> cold = sidesOf(pairs_, &PairExcess::cold, kind, side);
    double part = partAmid(kind);
    Cost cost;
    cost.dense = ticks(median(dense));
    cost.warm = (part + 1) / 2 * cost.dense;
    cost.cold = ticks(coldOf(kind, cold, median(dense)));
    double least = part * ticks(*std::min_element(dense.begin(), dense.end()));
    cost.low = std::min({least, cost.warm, cost.cold});
    if (more_ == MorePairs::none || !agree(pairs_, &PairExcess::dense, kind) ||
        !agree(pairs_, &PairExcess::cold, kind))
      holdDoubt(kind, dense, cold, cost);
    return cost;
  }

  /// Widens the range of a cost to what its pairs leave open.
  void holdDoubt(size_t kind, const std::vector<double> &dense, const std::vector<double> &cold,
                 Cost &cost) const {
    auto [dense_low, dense_high] = likelyInterval(dense);
    auto [cold_low, cold_high] = likelyInterval(cold);
    std::vector<double> amid = amidOf(kind);
    double part = amid.empty() ? 1 : partOf(likelyInterval(amid).first, kind);
    auto inTicks = [&](double ns) { return std::max(0.0, ns) * ticks_per_ns_; };
    cost.low = std::min({cost.low, part * inTicks(dense_low), inTicks(cold_low)});
    cost.dense = std::max(cost.dense, inTicks(dense_high));
    cost.cold_most = std::max(cost.cold, inTicks(cold_high));
  }

  std::vector<double> amidOf(size_t kind) const {
    std::vector<double> amid;
    for (const PairExcess &pair : pairs_)
      if (pair.amid[kind])
        amid.push_back(*pair.amid[kind]);
    return amid;
  }

  /// `amid` as a share of the cost back to back.
  double partOf(double amid, size_t kind) const {
    double dense = median(totalsOf(pairs_, &PairExcess::dense, kind));
    return dense <= 0 ? 1 : std::clamp(amid / dense, 0.0, 1.0);
  }

  /// The cost between other operations, as a share of the cost back to back; 1: not measured.
  double partAmid(size_t kind) const {
    std::vector<double> amid = amidOf(kind);
    return amid.empty() ? 1 : partOf(median(std::move(amid)), kind);
  }

  /// A busy machine makes the pairs disagree: then the least value that they agree on counts. A
  /// cost far too high would take the program's own time out of a table. Cold is never less than
  /// dense.
  double coldOf(size_t kind, const std::vector<double> &values, double dense) const {
    if (agree(pairs_, &PairExcess::cold, kind))
      return median(values);
    return std::max(dense, medianInterval(values).first);
  }

  double ticks(double ns) {
    settled_.clamped += ns < 0;
    return std::max(0.0, ns) * ticks_per_ns_;
  }

  const std::vector<PairExcess> &pairs_;
  double ticks_per_ns_;
  MorePairs more_;
  Settled settled_;
};

/// How many values may lie beyond each end of the interval: a fair coin, thrown once for each
/// value, shows so few heads with a probability of 2.5 %.
size_t beyond(size_t values) {
  double chance = std::pow(0.5, static_cast<double>(values)), sum = chance;
  size_t k = 0;
  while (sum <= 0.025) {
    ++k;
    chance *= static_cast<double>(values - k + 1) / static_cast<double>(k);
    sum += chance;
  }
  return k == 0 ? 0 : k - 1;
}

} // namespace

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  size_t n = values.size();
  return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

std::pair<double, double> medianInterval(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  size_t out = beyond(values.size());
  return {values[out], values[values.size() - 1 - out]};
}

std::pair<double, double> likelyInterval(const std::vector<double> &values) {
  auto [low, high] = medianInterval(values);
  if (values.size() >= told_by_order)
    return {low, high};
  MeanBand band = meanBand(values);
  return {std::min(low, band.mean - band.half), std::max(high, band.mean + band.half)};
}

Settled settle(const std::vector<PairExcess> &pairs, double ticks_per_second, MorePairs more) {
  return Maker(pairs, ticks_per_second, more).make();
}

} // namespace tare
