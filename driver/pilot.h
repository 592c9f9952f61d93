// SPDX-License-Identifier: Apache-2.0
// The pilot of a budget: one run of the instrumented program, which tells what its probes take and
// so what a budget cannot pay for; and more of them, which stand for what that is.
//
//   instrumented program -> [pilot] -> plan (what gets no probes), costs for the runtime
#pragma once

#include "driver/results/probe_scale.h"
#include "driver/runs/experiment_run.h"
#include "driver/runs/run_once.h"
#include "instrumenter/plan/plan_file.h"

#include <map>
#include <string>
#include <vector>

namespace tare {

struct PilotReport {
  int threads = 0;
  double cost = 0;                   // of all probes, as a share of the threads' time
  double kept = 0;                   // the same of probes that the plan keeps, under the budget
  double predicted_s = 0;            // `kept` in seconds, as tables have it
  double all_s = 0;                  // `cost` in seconds
  std::vector<LeftOutNode> left_out; // the plan
  /// Environment of the instrumented runs: the budget, and what the runtime must know of costs.
  std::map<std::string, std::string> environment;
};

/// What the runtime is told of a budget, and, where it is known, of what probes cost here.
std::map<std::string, std::string> budgetEnvironment(double budget, const ProbeCosts *costs);

/// From the profile of such a run. `budget`: part of the threads' time.
PilotReport pilotReport(const Profile &profile, const ProbeCosts &costs, double budget);

struct PilotFlight {
  ExperimentEnd end; // not complete: it failed, measured nothing, or no costs are known
  PilotReport report = {};
  std::vector<RunRecord> runs = {}; // as of an experiment in <folder>
};

/// Runs it in <folder>/pilot, with most of `threads`, each > 0; and if something is left out, with
/// each number of them and with one, so that tables can tell what that takes
/// (analyzer/books/planned_out.h): up to five times, as often as ten seconds allow, and once at
/// least. Of those, one that fails is no error.
PilotFlight flyPilot(const RunSeams &seams, const RunSetting &setting,
                     const std::vector<int> &threads, double budget,
                     const ProbeScale::Calibrator &calibrate);

} // namespace tare
