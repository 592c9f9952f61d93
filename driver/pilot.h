// SPDX-License-Identifier: Apache-2.0
// The pilot of a budget: one run of the instrumented program shows what its probes cost, and so
// which constructs a budget cannot pay for. More runs stand for these constructs in tables.
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

/// What a pilot run has shown, and what follows for a budget.
struct PilotReport {
  int threads = 0;
  double cost = 0;                    // of all probes, as a share of the threads' time
  double kept = 0;                    // the same of probes that the plan keeps, under the budget
  double predicted_s = 0;             // `kept` in seconds, as tables have it
  double all_s = 0;                   // `cost` in seconds
  std::vector<UnprobedNode> unprobed; // the plan
  /// Environment of the instrumented runs: the budget, and what the runtime must know of costs.
  std::map<std::string, std::string> environment;
};

/// The runtime's environment: the budget and, where it is known, what probes cost here.
std::map<std::string, std::string> budgetEnvironment(double budget, const ProbeCosts *costs);

/// From the profile of a pilot run. `budget`: share of the threads' time.
PilotReport pilotReport(const Profile &profile, const ProbeCosts &costs, double budget);

/// All pilot runs of an experiment.
struct PilotFlight {
  ExperimentEnd end; // not complete: it failed, measured nothing, or no costs are known
  PilotReport report = {};
  std::vector<RunRecord> runs = {}; // as of an experiment in <folder>
};

/// Runs the program in <folder>/pilot with most of `threads`, each > 0. If the plan leaves
/// constructs without probes, it also runs with one thread and with each number of `threads`: once
/// at least, and up to five times within ten seconds. Tables then know what these constructs take
/// (analyzer/books/planned_out.h). A failing run among these is no error.
PilotFlight flyPilot(const RunSeams &seams, const RunSetting &setting,
                     const std::vector<int> &threads, double budget,
                     const ProbeScale::Calibrator &calibrate);

} // namespace tare
