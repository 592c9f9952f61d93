// SPDX-License-Identifier: Apache-2.0
// models_extrap [TRIALS [SEED]]: Tare's models beside Extra-P's basic algorithm, on the same
// simulated points.
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

/// Errors of both on the same points.
struct Compared {
  std::vector<double> ours, theirs;
  int not_larger = 0, refused = 0;

  void add(const Compared &other) {
    ours.insert(ours.end(), other.ours.begin(), other.ours.end());
    theirs.insert(theirs.end(), other.theirs.begin(), other.theirs.end());
    not_larger += other.not_larger;
    refused += other.refused;
  }
};

double meanOf(const std::vector<double> &errors) {
  return std::accumulate(errors.begin(), errors.end(), 0.0) /
         static_cast<double>(std::max<size_t>(1, errors.size()));
}

Compared compared(const Kernel &kernel, double noise, int trials, std::mt19937_64 &random) {
  Compared result;
  for (int trial = 0; trial < trials; ++trial) {
    ModelSeries series =
        simulatedSeries(random, kernel.truth, kernel.parameter, kernel.measured, noise);
    ModelPoint there = {{kernel.parameter, kernel.asked}};
    ModelQuestion question;
    question.over_threads = std::string(kernel.parameter) == "threads";
    question.category = question.over_threads ? category::fork_join : "";
    if (!question.over_threads)
      question.sizes = {"N"};
    OrRefused<RowModel> model = modelOf(series, question);
    OrRefused<Estimate> predicted =
        model.ok() ? predictAt(model.value(), there) : OrRefused<Estimate>(model.refusal());
    if (!predicted.ok()) {
      ++result.refused;
      continue;
    }
    double truth = kernel.truth(there);
    result.ours.push_back(std::abs(predicted.value().time_s / truth - 1));
    result.theirs.push_back(
        std::abs(basicPrediction(series, kernel.parameter, kernel.asked) / truth - 1));
    result.not_larger += result.ours.back() <= result.theirs.back() + 1e-12;
  }
  return result;
}

void show(const char *name, const std::string &noise, const Compared &result) {
  std::printf("%-16s %6s %7.2f %% %7.2f %% %9.2f %% %7.2f %% %8.1f %% of %zu, %d refused\n", name,
              noise.c_str(), 100 * medianError(result.ours), 100 * meanOf(result.ours),
              100 * medianError(result.theirs), 100 * meanOf(result.theirs),
              100.0 * result.not_larger /
                  static_cast<double>(std::max<size_t>(1, result.ours.size())),
              result.ours.size(), result.refused);
}

} // namespace

int main(int argc, char **argv) {
  int trials = argc > 1 ? std::atoi(argv[1]) : 100;
  std::mt19937_64 random(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  std::printf("%-16s %6s %19s %21s   %s\n", "truth", "noise", "Tare: median, mean",
              "basic: median, mean", "not larger");
  Compared all;
  for (const Kernel &kernel : kernels())
    for (double noise : {0.01, 0.02, 0.05}) {
      Compared result = compared(kernel, noise, trials, random);
      show(kernel.name, std::to_string(std::lround(noise * 100)) + " %", result);
      all.add(result);
    }
  show("all", "", all);
}
