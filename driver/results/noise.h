// SPDX-License-Identifier: Apache-2.0
// Which runs, and which repetitions, are used. Noise is weighed, not refused: time without a CPU is
// a row of its own, and scatter widens bands. Only what was disturbed most is left out. Pure
// functions over what the manifest holds, so that `tare report` comes to the same verdict.
#pragma once

#include "driver/results/results.h"

namespace tare {

struct NoiseLimits {
  /// Threads <= cores: time that threads waited for a CPU, as a share of p * T. Else: CPU time of
  /// other programs, as a share of cores * T. Beyond the median of its like, if that is known: what
  /// every run waits is a row of the table. Short programs always wait until the kernel has put new
  /// threads on other CPUs.
  double disturbed_share = 0.10;
  /// An outlier among runs of one program with as many threads: modified z-score (Iglewicz and
  /// Hoaglin), by the median and the median absolute deviation, of the time without waiting for a
  /// CPU. Fewer than `fewest_alike` runs have no outliers; very even ones count as scattered by
  /// `least_spread` of their median.
  double outlier = 3.5, least_spread = 0.01;
  size_t fewest_alike = 5;
  int fewest_accepted = 3;      // with fewer, all repetitions are used, and the table says so
  int jiffies_per_second = 100; // /proc/stat counts no finer: one a core is no evidence
};

/// Why a run is not accepted, or "yes". Warm-ups and failed runs are never accepted.
std::string verdictOf(const RunRecord &run, const Manifest &manifest,
                      const NoiseLimits &limits = {});

/// Writes the verdict into every run. Medians move with every run, so all are judged anew.
void judgeRuns(Manifest &manifest, const NoiseLimits &limits = {});

/// The runs of one repetition for one size. A pointer is null when that run was not made or failed.
struct RepetitionRuns {
  int repetition = 0;
  RunSize size, reference; // its own, and of the run that it is compared with
  const RunRecord *serial = nullptr;
  const RunRecord *ignored = nullptr;
  const RunRecord *serial_instrumented = nullptr;
  const RunRecord *parallel = nullptr;
  const RunRecord *one = nullptr;
  const RunRecord *plain_one = nullptr; // only without a serial program
  const RunRecord *instrumented = nullptr;
  bool complete = false;
  std::string rejected_because;            // empty: accepted
  const RunRecord *rejected_run = nullptr; // for this run; null: none, or a run is missing
};

/// Sets the pointer for the run's role, and of roles with teams for its size.
void placeRun(const RunRecord &run, RepetitionRuns &repetition);

/// Whether counted runs of this role were made, and the experiment kept to it.
bool hasRole(const Manifest &manifest, const std::string &role);

/// Repetitions that hold a run of this size, in their order. Repetitions of null runs are not among
/// them. Looks at RunRecord::accepted.
std::vector<RepetitionRuns> repetitionsOf(const Manifest &manifest, RunSize size);

/// How many of them are accepted.
size_t acceptedAmong(const std::vector<RepetitionRuns> &repetitions);

/// Complete, and its instrumented run left a profile.
bool isMeasured(const RepetitionRuns &repetition);

/// Whether of these measured repetitions so few are accepted that a table uses all.
bool takesAll(const std::vector<RepetitionRuns> &repetitions, const NoiseLimits &limits = {});

/// A table uses the accepted ones of these measured repetitions, or all.
std::vector<RepetitionRuns> usedAmong(std::vector<RepetitionRuns> repetitions);

/// Seconds of a run's window.
double windowSeconds(const RunRecord &run, const Manifest &manifest);

bool failed(const RunRecord &run);
/// Of a run with probes: it left a profile; or all ranks of a job left their messages, and none
/// executed a region. Without either nothing was measured.
bool leftData(const RunRecord &run);

} // namespace tare
