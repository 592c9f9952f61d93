// SPDX-License-Identifier: Apache-2.0
// The cost of a program's probes before it runs, by construct: from earlier runs if there are any,
// else guessed from its node tables.
//
//   node tables, earlier runs, calibration -> [prediction] -> text, JSON
#pragma once

#include "analyzer/cost/predicted_cost.h"
#include "driver/earlier_runs.h"
#include "driver/results/probe_scale.h"

#include <string>
#include <vector>

namespace tare {

/// The program and the earlier runs; one of `parallel` and `earlier` is enough.
struct PredictionRequest {
  std::string program;
  /// Tables of the instrumented programs as they are now. Empty: not known; then `earlier` is set.
  std::vector<NodeTree> parallel, serial;
  std::vector<int> threads; // empty: as in `earlier`
  const EarlierResults *earlier = nullptr;
};

/// Costs are in seconds: time of all threads / p, as everywhere in tables.
struct PredictedRun {
  std::string role; // instrumented, serial_instrumented
  int threads = 0;
  std::string openmp_runtime;
  int counted_runs = 0; // the frequencies are their mean; 0: all are guessed
  double time_s = 0;    // the program's; 0: not known
  bool time_is_plain = true;
  ObservedCost total; // of all probes
  /// Wall-clock time for setting up the profile, once a process; 0: not known.
  double set_up_s = 0;
  std::vector<ConstructCost> constructs; // the most expensive first
  std::vector<std::string> notes;
};

/// Runs in the order of their numbers of threads; the serial program comes last.
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
