// SPDX-License-Identifier: Apache-2.0
// models_extrap [TRIALS]: Tare's models beside Extra-P's basic algorithm, on the same simulated
// points.
//
// The algorithm is written here anew from its published rules: c0 + c1 x^i log2(x)^j over 42 pairs,
// fitted without weights to means; the least SMAPE of leave-one-out wins, the constant by its own
// SMAPE.
//   A. Calotoiu et al., SC 2013
#include "analyzer/ledger/categories.h"
#include "analyzer/models/row_model.h"
#include "tests/models/simulated_series.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>

using namespace tare;

namespace {

struct Line {
  double constant = 0, slope = 0;
};

/// Least squares of y = constant + slope g, without point `out`.
Line lineThrough(const std::vector<double> &g, const std::vector<double> &y, size_t out) {
  double n = 0, sg = 0, sy = 0, sgg = 0, sgy = 0;
  for (size_t i = 0; i < g.size(); ++i)
    if (i != out) {
      n += 1, sg += g[i], sy += y[i], sgg += g[i] * g[i], sgy += g[i] * y[i];
    }
  double determinant = n * sgg - sg * sg;
  if (!(std::abs(determinant) > 0))
    return {sy / n, 0};
  double slope = (n * sgy - sg * sy) / determinant, constant = (sy - slope * sg) / n;
  double least = *std::ranges::min_element(y);
  return {std::abs(constant) / least < 5e-4 ? 0 : constant, slope};
}

double symmetricError(double predicted, double measured) {
  return 2 * std::abs(predicted - measured) / (std::abs(predicted) + std::abs(measured));
}

/// What the basic algorithm predicts at `asked`.
double basicPrediction(const ModelSeries &series, const std::string &parameter, double asked) {
  std::vector<double> y;
  for (const Observation &point : series.points)
    y.push_back(std::accumulate(point.repetitions.begin(), point.repetitions.end(), 0.0) /
                static_cast<double>(point.repetitions.size()));
  double mean = std::accumulate(y.begin(), y.end(), 0.0) / static_cast<double>(y.size());
  double best = 0, answer = mean;
  for (double value : y)
    best += symmetricError(mean, value);
  for (const ModelTerm &term : normalFormTerms(parameter)) {
    std::vector<double> g;
    for (const Observation &point : series.points)
      g.push_back(termAt(term, point.at));
    double error = 0;
    for (size_t i = 0; i < y.size(); ++i) {
      Line line = lineThrough(g, y, i);
      error += symmetricError(line.constant + line.slope * g[i], y[i]);
    }
    Line line = lineThrough(g, y, y.size());
    double most = 0;
    for (size_t i = 0; i < y.size(); ++i)
      most = std::max(most, std::abs(line.slope * g[i] / y[i]));
    if (most < 5e-4 || !(error < best))
      continue;
    best = error;
    answer = line.constant + line.slope * termAt(term, {{parameter, asked}});
  }
  return answer;
}

struct Kernel {
  const char *name;
  TruthOf truth;
  const char *parameter;
  std::vector<double> measured;
  double asked;
};

double valueOf(const ModelPoint &point) { return point.begin()->second; }

std::vector<Kernel> kernels() {
  const std::vector<double> n = {100, 200, 300, 400, 500, 600, 700, 800},
                            few = {100, 200, 300, 400, 500}, p = {4, 8, 16, 32, 64};
  auto x = valueOf;
  return {
      {"constant", [](auto &) { return 1.0; }, "N", few, 1000},
      {"30 + N", [=](auto &a) { return 30 + x(a); }, "N", n, 1600},
      {"N log N", [=](auto &a) { return x(a) * std::log2(x(a)); }, "N", n, 1600},
      {"N^2 + 50 N", [=](auto &a) { return x(a) * x(a) + 50 * x(a); }, "N", n, 1600},
      {"N^3 + 40 N^2", [=](auto &a) { return std::pow(x(a), 3) + 40 * x(a) * x(a); }, "N", n, 1600},
      {"N^3 + 1e7", [=](auto &a) { return std::pow(x(a), 3) + 1e7; }, "N", n, 1600},
      {"1 + 0.05 p", [=](auto &a) { return 1 + 0.05 * x(a); }, "threads", p, 128},
      {"1 + 0.5 log2 p", [=](auto &a) { return 1 + 0.5 * std::log2(x(a)); }, "threads", p, 128},
      {"constant over p", [](auto &) { return 1.0; }, "threads", p, 128}};
}

double medianError(std::vector<double> errors) {
  std::ranges::sort(errors);
  return errors.empty() ? 0 : errors[errors.size() / 2];
}

} // namespace

int main(int argc, char **argv) {
  int trials = argc > 1 ? std::atoi(argv[1]) : 100, cases = 0, not_larger = 0, refused = 0;
  std::mt19937_64 random(1);
  double ours_sum = 0, theirs_sum = 0;
  std::printf("%-16s %6s %22s %22s\n", "truth", "noise", "Tare: median, mean",
              "basic: median, mean");
  for (const Kernel &kernel : kernels())
    for (double noise : {0.01, 0.02, 0.05}) {
      std::vector<double> ours, theirs;
      for (int trial = 0; trial < trials; ++trial) {
        ModelSeries series =
            simulatedSeries(random, kernel.truth, kernel.parameter, kernel.measured, noise);
        ModelPoint there = {{kernel.parameter, kernel.asked}};
        ModelQuestion question;
        question.over_threads = std::string(kernel.parameter) == "threads";
        question.category = question.over_threads ? category::fork_join : "";
        question.size = question.over_threads ? "" : "N";
        auto model = modelOf(series, question);
        if (!model.ok() || !predictAt(model.value(), there).ok()) {
          ++refused;
          continue;
        }
        double truth = kernel.truth(there);
        ours.push_back(std::abs(fittedAt(model.value().chosen(), there) / truth - 1));
        theirs.push_back(
            std::abs(basicPrediction(series, kernel.parameter, kernel.asked) / truth - 1));
        not_larger += ours.back() <= theirs.back() + 1e-12;
        ++cases;
      }
      double n = static_cast<double>(std::max<size_t>(1, ours.size()));
      double our_mean = std::accumulate(ours.begin(), ours.end(), 0.0) / n;
      double their_mean = std::accumulate(theirs.begin(), theirs.end(), 0.0) / n;
      ours_sum += our_mean * n, theirs_sum += their_mean * n;
      std::printf("%-16s %4.0f %% %10.2f %% %7.2f %% %10.2f %% %7.2f %%\n", kernel.name,
                  noise * 100, 100 * medianError(ours), 100 * our_mean, 100 * medianError(theirs),
                  100 * their_mean);
    }
  std::printf(
      "error not larger in %d of %d cases (%.0f %%); mean %.2f %% against %.2f %%; %d refused\n",
      not_larger, cases, 100.0 * not_larger / cases, 100 * ours_sum / cases,
      100 * theirs_sum / cases, refused);
}
