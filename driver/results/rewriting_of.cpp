// SPDX-License-Identifier: Apache-2.0
#include "driver/results/rewriting_of.h"

#include "base/student.h"
#include "driver/results/noise.h"

#include <map>

namespace tare {

namespace {

constexpr size_t fewest = 3;

/// One value for each repetition in which both programs were run.
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

/// Of accepted pairs; of all, if fewer than three are accepted.
std::vector<double> nullDifferences(const Manifest &manifest, int threads) {
  std::vector<double> accepted = differencesOf(manifest, threads, false);
  return accepted.size() >= fewest ? accepted : differencesOf(manifest, threads, true);
}

} // namespace

std::optional<Rewriting> rewritingOf(const Manifest &manifest, int threads) {
  std::vector<double> differences = nullDifferences(manifest, threads);
  if (differences.size() < fewest)
    return std::nullopt;
  MeanBand band = meanBand(differences);
  return Rewriting{band.mean, band.half, static_cast<int>(differences.size())};
}

} // namespace tare
