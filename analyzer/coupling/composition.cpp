// SPDX-License-Identifier: Apache-2.0
#include "analyzer/coupling/composition.h"

#include "base/student.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

namespace tare {
namespace {

constexpr int resamples = 1000;

/// A percentile bootstrap of few values is too narrow: by the bias of a resample's variance, and by
/// t against normal quantiles.
double widening(size_t count) {
  auto n = static_cast<double>(count);
  return studentQuantile(0.05, n - 1) / 1.96 * std::sqrt(n / (n - 1));
}

std::map<int, std::vector<double>> byRun(const std::vector<double> &values,
                                         const std::vector<int> &runs) {
  std::map<int, std::vector<double>> of_run;
  for (size_t i = 0; i < runs.size(); ++i)
    of_run[runs[i]].push_back(values[i]);
  return of_run;
}

} // namespace

double middleMean(std::vector<double> values) {
  std::ranges::sort(values);
  size_t cut = values.size() / 4;
  double sum = 0;
  for (size_t i = cut; i < values.size() - cut; ++i)
    sum += values[i];
  return sum / static_cast<double>(values.size() - 2 * cut);
}

std::vector<double> meanOfEachRun(const std::vector<double> &values, const std::vector<int> &runs) {
  std::vector<double> means;
  for (const auto &[run, own] : byRun(values, runs))
    means.push_back(middleMean(own));
  return means;
}

std::vector<int> KernelWindow::positions(int cycle) const {
  std::vector<int> list;
  for (int i = 0; i < length; ++i)
    list.push_back((first + i) % cycle);
  return list;
}

std::vector<KernelWindow> windowsOf(int cycle, int chain) {
  std::vector<KernelWindow> windows;
  for (int length : {1, chain})
    for (int first = 0; first < cycle && length <= cycle; ++first)
      if (length == 1 || chain > 1)
        windows.push_back({first, length});
  if (chain == 1)
    windows.resize(static_cast<size_t>(cycle));
  return windows;
}

CouplingKind kindOf(const RatioBand &coupling) {
  double half = (coupling.high - coupling.low) / 2;
  if (half > wide_coupling && std::abs(coupling.value - 1) < 2 * half)
    return CouplingKind::Unknown;
  if (coupling.high < 1)
    return CouplingKind::Constructive;
  return coupling.low > 1 ? CouplingKind::Destructive : CouplingKind::None;
}

RatioBand robustBand(const std::vector<double> &values, const std::vector<int> &runs) {
  double centre = middleMean(values);
  if (values.size() < 2)
    return {centre, centre, centre};
  std::mt19937_64 random(20000101); // the same band from the same values
  std::vector<double> means;
  for (int i = 0; i < resamples; ++i) {
    std::vector<double> resample;
    for (size_t k = 0; k < values.size(); ++k)
      resample.push_back(values[random() % values.size()]);
    means.push_back(middleMean(std::move(resample)));
  }
  std::ranges::sort(means);
  double wider = widening(values.size());
  double low = means[resamples * 25 / 1000], high = means[resamples - 1 - resamples * 25 / 1000];
  RatioBand band{centre, centre - wider * std::max(0.0, centre - low),
                 centre + wider * std::max(0.0, high - centre)};
  for (double mean : meanOfEachRun(values, runs)) {
    band.low = std::min(band.low, mean);
    band.high = std::max(band.high, mean);
  }
  return band;
}

Estimate robustEstimate(const std::vector<double> &values, const std::vector<int> &runs) {
  RatioBand band = robustBand(values, runs);
  return {band.value, band.low, band.high};
}

double couplingIn(const std::vector<double> &times, const WindowTimes &of, size_t window) {
  double sum = 0;
  for (int position : of.windows[window].positions(of.cycle))
    sum += times[static_cast<size_t>(position)];
  return times[window] / sum;
}

std::vector<double> coefficientsIn(const std::vector<double> &times, const WindowTimes &of,
                                   int chain) {
  std::vector<double> weighted(static_cast<size_t>(of.cycle)), weights(weighted);
  for (size_t i = 0; i < of.windows.size(); ++i) {
    if (of.windows[i].length != chain)
      continue;
    double coupling = couplingIn(times, of, i);
    for (int position : of.windows[i].positions(of.cycle)) {
      weighted[static_cast<size_t>(position)] += coupling * times[i];
      weights[static_cast<size_t>(position)] += times[i];
    }
  }
  for (size_t k = 0; k < weighted.size(); ++k)
    weighted[k] = weights[k] > 0 ? weighted[k] / weights[k] : 1;
  return weighted;
}

namespace {

/// One figure of each repetition.
template <class Figure> std::vector<double> inEach(const WindowTimes &times, const Figure &figure) {
  std::vector<double> values;
  for (const std::vector<double> &repetition : times.repetitions)
    values.push_back(figure(repetition));
  return values;
}

double sumAlone(const std::vector<double> &times, const std::vector<double> &factors) {
  double sum = 0;
  for (size_t k = 0; k < factors.size(); ++k)
    sum += factors[k] * times[k];
  return sum;
}

} // namespace

KernelComposition composed(const WindowTimes &times, int chain) {
  KernelComposition result;
  result.chain = chain;
  auto cycle = static_cast<size_t>(times.cycle);
  auto band = [&](const auto &figure) { return robustBand(inEach(times, figure), times.runs); };
  auto seconds = [&](const auto &figure) {
    return robustEstimate(inEach(times, figure), times.runs);
  };
  for (size_t i = 0; i < times.windows.size(); ++i) {
    Estimate time = seconds([i](const auto &t) { return t[i]; });
    if (i < cycle) {
      result.alone.push_back(time);
      result.alone_runs.push_back(
          meanOfEachRun(inEach(times, [i](const auto &t) { return t[i]; }), times.runs));
    }
    if (chain > 1 && times.windows[i].length == chain)
      result.windows.push_back(
          {times.windows[i], time, band([&](const auto &t) { return couplingIn(t, times, i); })});
  }
  for (size_t k = 0; k < cycle; ++k)
    result.coefficients.push_back(
        band([&](const auto &t) { return coefficientsIn(t, times, chain)[k]; }));
  const std::vector<double> ones(cycle, 1.0);
  result.plain_sum = seconds([&](const auto &t) { return sumAlone(t, ones); });
  result.composed =
      seconds([&](const auto &t) { return sumAlone(t, coefficientsIn(t, times, chain)); });
  return result;
}

Estimate loopTime(const Estimate &pass, size_t passes, const Estimate &between) {
  auto n = static_cast<double>(passes);
  double centre = n * pass.time_s + between.time_s;
  double below = std::hypot(n * (pass.time_s - pass.low_s), between.time_s - between.low_s);
  double above = std::hypot(n * (pass.high_s - pass.time_s), between.high_s - between.time_s);
  return {centre, centre - below, centre + above};
}

} // namespace tare
