// SPDX-License-Identifier: Apache-2.0
#include "driver/results/rewriting_of.h"

#include "base/student.h"
#include "driver/results/noise.h"

#include <map>

namespace tare {

namespace {

constexpr size_t fewest = 3;

/// By how much longer than the plain program the one of this role takes: one value for each
/// repetition in which both were run.
std::vector<double> differencesOf(const Manifest &manifest, const std::string &role, RunSize size,
                                  bool takes_all) {
  struct Pair {
    double plain_s = 0, other_s = 0;
  };
  std::map<int, Pair> pairs; // by repetition
  for (const RunRecord &run : manifest.runs) {
    bool is_used = takes_all ? !failed(run) : run.accepted == "yes";
    if (run.size() != size || run.repetition == 0 || !is_used)
      continue;
    if (run.role == role::parallel)
      pairs[run.repetition].plain_s = windowSeconds(run, manifest);
    if (run.role == role)
      pairs[run.repetition].other_s = windowSeconds(run, manifest);
  }
  std::vector<double> differences;
  for (const auto &[repetition, pair] : pairs)
    if (pair.plain_s > 0 && pair.other_s > 0)
      differences.push_back(pair.other_s / pair.plain_s - 1);
  return differences;
}

/// Of accepted pairs; of all, if fewer than three are accepted.
std::optional<MeanBand> difference(const Manifest &manifest, const std::string &role, RunSize size,
                                   size_t &pairs) {
  std::vector<double> used = differencesOf(manifest, role, size, false);
  if (used.size() < fewest)
    used = differencesOf(manifest, role, size, true);
  pairs = used.size();
  return pairs < fewest ? std::optional<MeanBand>() : meanBand(used);
}

} // namespace

std::optional<Rewriting> rewritingOf(const Manifest &manifest, RunSize size) {
  size_t pairs = 0, probed_pairs = 0;
  std::optional<MeanBand> null = difference(manifest, role::null, size, pairs);
  if (!null)
    return std::nullopt;
  Rewriting rewriting{null->mean, null->half, static_cast<int>(pairs)};
  if (std::optional<MeanBand> probed = difference(manifest, role::instrumented, size, probed_pairs))
    rewriting.exceeds_probes = null->mean - null->half > probed->mean + probed->half;
  return rewriting;
}

} // namespace tare
