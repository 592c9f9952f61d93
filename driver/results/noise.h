// SPDX-License-Identifier: Apache-2.0
// The noise gates (BOOKS section 6): which runs, and which repetitions, a quiet machine made. Pure
// functions over what the manifest holds, so that `tare report` comes to the same verdict.
#pragma once

#include "driver/results/results.h"

namespace tare {

struct NoiseLimits {
  double runq_share = 0.01;    // threads <= cores: run-queue delay, as a share of p * T
  double foreign_share = 0.01; // threads > cores: CPU time of others, as a share of cores * T
  // The probes of a run against their median over the experiment. The memory probe feels every
  // neighbour in the shared cache several times more than a program that also computes.
  double register_spread = 0.10;
  double memory_spread = 0.30;
  int fewest_accepted = 3;      // with fewer, all repetitions are used, and the table says so
  int jiffies_per_second = 100; // /proc/stat counts no finer: one a core is no evidence
};

/// Why a run is not accepted, or "yes". Warm-ups and failed runs are never accepted.
std::string verdictOf(const RunRecord &run, const Manifest &manifest,
                      const NoiseLimits &limits = {});

/// Writes the verdict into every run. Medians move with every run, so all are judged anew.
void judgeRuns(Manifest &manifest, const NoiseLimits &limits = {});

/// The runs of one repetition for one p. A pointer is null when that run was not made or failed.
struct RepetitionRuns {
  int repetition = 0;
  int threads = 0;
  const RunRecord *serial = nullptr;
  const RunRecord *ignored = nullptr;
  const RunRecord *serial_instrumented = nullptr;
  const RunRecord *parallel = nullptr;
  const RunRecord *null = nullptr;
  const RunRecord *one = nullptr;
  const RunRecord *plain_one = nullptr; // only without a serial program
  const RunRecord *instrumented = nullptr;
  bool complete = false;
  std::string rejected_because;            // empty: accepted
  const RunRecord *rejected_run = nullptr; // for this run; null: none, or a run is missing
};

/// Sets the pointer for the run's role, and of roles with teams for its number of threads.
void placeRun(const RunRecord &run, RepetitionRuns &repetition);

/// Whether counted runs of this role were made, and the experiment kept to it.
bool hasRole(const Manifest &manifest, const std::string &role);

/// In order of repetition; only repetitions that hold a run for `threads`. Looks at
/// RunRecord::accepted.
std::vector<RepetitionRuns> repetitionsOf(const Manifest &manifest, int threads);

/// Numbers of threads with fewer than `repeat` accepted repetitions.
std::vector<int> threadsThatNeedMore(const Manifest &manifest);

/// Seconds of a run's window.
double windowSeconds(const RunRecord &run, const Manifest &manifest);

bool failed(const RunRecord &run);

} // namespace tare
