// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/scatter.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

constexpr size_t least_sizes = 6;

struct CurvePoint {
  double x = 0, y = 0; // logarithm of the size; logarithm of the figure, or its share of T_p
  size_t index = 0;    // in the series
};

/// The points by size, those of one size as their mean. Empty: another parameter varies.
std::vector<CurvePoint> curveOf(const WeightedSeries &series, const std::string &size,
                                bool by_logarithm) {
  std::vector<CurvePoint> curve;
  ModelPoint others;
  for (size_t i = 0; i < series.size(); ++i) {
    ModelPoint rest = series.at[i];
    auto found = rest.find(size);
    if (found == rest.end() || !(found->second > 0))
      return {};
    double x = std::log(found->second);
    rest.erase(found);
    if (i > 0 && rest != others)
      return {};
    others = std::move(rest);
    curve.push_back(
        {x, by_logarithm ? std::log(series.values[i]) : series.values[i] / series.scales[i], i});
  }
  std::ranges::stable_sort(curve, {}, &CurvePoint::x);
  std::vector<CurvePoint> means;
  for (size_t first = 0, last = 0; first < curve.size(); first = last) {
    CurvePoint mean = curve[first];
    for (last = first + 1; last < curve.size() && curve[last].x == mean.x; ++last)
      mean.y += curve[last].y;
    mean.y /= static_cast<double>(last - first);
    means.push_back(mean);
  }
  return means;
}

} // namespace

std::optional<SizeScatter> scatterOf(const WeightedSeries &series, const std::string &size) {
  auto above = [](double value) { return value > 0; };
  bool by_logarithm = !series.is_signed && std::ranges::all_of(series.values, above);
  if (size.empty() || (!by_logarithm && !std::ranges::all_of(series.scales, above)))
    return std::nullopt;
  std::vector<CurvePoint> curve = curveOf(series, size, by_logarithm);
  if (curve.size() < least_sizes)
    return std::nullopt;
  SizeScatter scatter;
  double squares = 0, farthest = 0;
  for (size_t i = 1; i + 1 < curve.size(); ++i) {
    double part = (curve[i].x - curve[i - 1].x) / (curve[i + 1].x - curve[i - 1].x);
    double off = curve[i].y - ((1 - part) * curve[i - 1].y + part * curve[i + 1].y);
    double own = off / std::sqrt(1 + part * part + (1 - part) * (1 - part));
    squares += own * own;
    if (std::abs(own) > farthest) {
      farthest = std::abs(own);
      scatter.worst = series.at[curve[i].index];
      scatter.worst_step = by_logarithm ? std::exp(off) : off;
    }
  }
  auto differences = static_cast<double>(curve.size()) - 2;
  scatter.noise.law = by_logarithm ? SeriesNoise::Law::Own : SeriesNoise::Law::Whole;
  scatter.noise.size = std::sqrt(squares / differences);
  scatter.noise.freedom = differences * 18 / 35; // neighbours share points
  scatter.noise.is_scatter = true;
  return scatter;
}

std::optional<SizeScatter> scatterAround(const WeightedSeries &series, const TermFit &fit,
                                         const std::string &size) {
  if (fit.freedom < 2 || size.empty())
    return std::nullopt;
  SizeScatter scatter;
  double squares = 0, farthest = 0;
  for (size_t i = 0; i < series.size(); ++i) {
    double there = fittedAt(fit, series.at[i]);
    if (!(there > 0) || !series.at[i].contains(size))
      return std::nullopt;
    double off = series.values[i] / there - 1;
    squares += off * off;
    if (std::abs(off) > farthest) {
      farthest = std::abs(off);
      scatter.worst = series.at[i];
      scatter.worst_step = series.values[i] / there;
    }
  }
  scatter.noise.size = std::sqrt(squares / fit.freedom);
  scatter.noise.freedom = fit.freedom;
  scatter.noise.is_scatter = true;
  return scatter;
}

WeightedSeries withScatter(const WeightedSeries &series, const SizeScatter &scatter) {
  WeightedSeries wider = series;
  wider.noise = scatter.noise;
  for (size_t i = 0; i < wider.size(); ++i)
    wider.errors[i] =
        std::max(series.errors[i], errorAt(scatter.noise, series.values[i], series.scales[i]));
  return wider;
}

} // namespace tare
