// SPDX-License-Identifier: Apache-2.0
// An experiment: run after run, as next_run.h says, each with what is known about it afterwards.
//
//   programs -> [runner] -> results folder -> profiles -> accounts -> ledger
#pragma once

#include "base/lists.h"
#include "driver/outputs/outputs_by_ranks.h"
#include "driver/runs/next_run.h"
#include "driver/runs/progress.h"
#include "driver/runs/run_once.h"

namespace tare {

enum class Ending {
  complete,
  program_failed, // could not be started, exit status, signal, output that differs
  timed_out,
  nothing_measured, // no parallel region was executed
  cannot_save,
  interrupted,
};

struct ExperimentEnd {
  Ending ending = Ending::complete;
  std::optional<Error> error;
  int signal = 0; // that interrupted it
};

/// Invariant: the manifest on disk holds every run that has ended.
class ExperimentRun {
public:
  /// `manifest` says what is asked (threads, repeat, check, reference); its runs are ours.
  ExperimentRun(RunSeams seams, RunSetting setting, Manifest manifest, Progress &progress);

  ExperimentEnd run();
  const Manifest &manifest() const { return manifest_; }

private:
  using Stop = std::optional<ExperimentEnd>; // nothing: go on

  void tellOutlook(const RunLimits &limits);
  double usualSeconds(const PlannedRun &planned) const;
  OtherRoles otherRoles() const;
  Stop runNext(const PlannedRun &planned);
  RunResult measure(const PlannedRun &planned);
  Stop endingOf(const RunResult &result);
  bool isBypass(const RunResult &result) const;
  Stop leaveOutIfBad(const RunResult &result);
  ExperimentEnd failureOf(const RunResult &result);
  void addEarlierOutput(const RunRecord &run);
  void leaveOut(const std::string &role, const std::string &why);
  Stop checkOutputs();
  Stop finishOutputs();
  Error differenceError(const Outputs::Difference &difference, const RunOutputs::Judged &run) const;
  void keep(const RunResult &result);
  void learnCores(const RunResult &result);
  void learnMachine(const RunResult &result, RunRecord &record);
  void learnClock(uint32_t clock, double ticks_per_second);
  void learnOpenMP(const RunResult &result);
  void learnSources(const RunResult &result);
  void warnOnce(const std::string &warning) { addOnce(manifest_.warnings, warning); }

  RunSeams seams_;
  RunSetting setting_;
  Manifest manifest_;
  Progress &progress_;
  std::optional<ProbeTimes> last_probe_;
  bool told_outlook_ = false;
  OutputsByRanks outputs_;
  double longest_window_s_ = 0;
  uint32_t clock_ = 0; // tare_pf_clock of the first window, or profile
};

} // namespace tare
