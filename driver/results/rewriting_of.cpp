// SPDX-License-Identifier: Apache-2.0
#include "driver/results/rewriting_of.h"

#include "base/student.h"
#include "driver/results/noise.h"

#include <cmath>
#include <map>

namespace tare {

namespace {

constexpr size_t fewest = 3;

std::vector<double> differencesOf(const Manifest &manifest, int threads, bool takes_all) {
  struct Pair {
    double plain_s = 0, null_s = 0;
  };
  std::map<int, Pair> pairs; // by repetition
  for (const RunRecord &run : manifest.runs) {
    bool is_used = takes_all ? !failed(run) : run.accepted == "yes";
    if (run.threads != threads || run.repetition == 0 || !is_used)
      continue;
    if (run.role == role::parallel)
      pairs[run.repetition].plain_s = windowSeconds(run, manifest);
    if (run.role == role::null)
      pairs[run.repetition].null_s = windowSeconds(run, manifest);
  }
  std::vector<double> differences;
  for (const auto &[repetition, pair] : pairs)
    if (pair.plain_s > 0 && pair.null_s > 0)
      differences.push_back(pair.null_s / pair.plain_s - 1);
  return differences;
}

} // namespace

std::vector<double> nullDifferences(const Manifest &manifest, int threads) {
  std::vector<double> accepted = differencesOf(manifest, threads, false);
  return accepted.size() >= fewest ? accepted : differencesOf(manifest, threads, true);
}

std::optional<Rewriting> rewritingOf(const Manifest &manifest, int threads) {
  std::vector<double> differences = nullDifferences(manifest, threads);
  if (differences.size() < fewest)
    return std::nullopt;
  auto n = static_cast<double>(differences.size());
  double mean = 0, squares = 0;
  for (double difference : differences)
    mean += difference / n;
  for (double difference : differences)
    squares += (difference - mean) * (difference - mean);
  double half = studentQuantile(0.05, n - 1) * std::sqrt(squares / (n - 1) / n);
  return Rewriting{mean, half, static_cast<int>(differences.size())};
}

} // namespace tare
