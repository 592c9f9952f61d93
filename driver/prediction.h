// SPDX-License-Identifier: Apache-2.0
// What the probes of a program will cost, before it is run: per construct, from earlier runs where
// there are any, else guessed from its node tables.
//
//   node tables, earlier runs, calibration -> [prediction] -> text, JSON
#pragma once

#include "analyzer/cost/predicted_cost.h"
#include "driver/earlier_runs.h"
#include "driver/results/probe_scale.h"

#include <string>
#include <vector>

namespace tare {

struct PredictionRequest {
  std::string program;
  /// Of the instrumented programs, as they are built now. Empty: not known; then `earlier` is.
  std::vector<NodeTree> parallel, serial;
  std::vector<int> threads; // empty: those of `earlier`
  const EarlierResults *earlier = nullptr;
};

/// Costs are in seconds: time of all threads / p, as everywhere in tables.
struct PredictedRun {
  std::string role; // instrumented, serial_instrumented
  int threads = 0;
  std::string openmp_runtime;
  int counted_runs = 0; // that the frequencies are the mean of; 0: none was counted
  double time_s = 0;    // of the program; 0: not known
  bool time_is_plain = true;
  ObservedCost total; // of the probes
  /// What setting up the profile takes once a process, wall-clock time; 0: not known (guessed).
  double set_up_s = 0;
  std::vector<ConstructCost> constructs; // the most expensive first
  std::vector<std::string> notes;
};

struct Prediction {
  std::string program;
  std::string from; // results folder; empty: none
  std::vector<PredictedRun> runs;
  std::vector<std::string> warnings;
};

/// Error: the earlier results are of another program or have no run with so many threads, or the
/// costs of the probes are not known.
Result<Prediction> predict(const PredictionRequest &request,
                           const ProbeScale::Calibrator &calibrate);

} // namespace tare
