// SPDX-License-Identifier: Apache-2.0
// What a program would take: predicted times with their bands, from whatever predicts them.
//
//   whatif (a measured run, changed) -> [forecast] -> text, JSON (tare.forecast/1)
#pragma once

#include "analyzer/forecast/job_forecast.h"
#include "analyzer/ledger/ledger.h"

#include <optional>
#include <string>
#include <vector>

namespace tare {

/// A prediction, run: in turns with the program as it was measured, so that a machine that is
/// slower than then does not count.
struct Verification {
  Estimate time;           // by how much the change was faster, times what was measured then
  Estimate as_is;          // the program without the change, run beside it
  int runs = 0;            // of each
  bool inside = false;     // the bands of the prediction and of `time` share a value
  bool comparable = false; // `as_is` is about what was measured: else it says nothing
};

/// Bands are of 90 %: noise of the runs, and what the model may be wrong by.
struct Forecast {
  std::string scenario;             // "lu2.c:29 with schedule(static,1)"
  std::string options;              // that ask for it: "--schedule lu2.c:29=static,1"
  int threads = 0;                  // of the predicted run
  int base_threads = 0;             // of the measured run that it is predicted from
  Estimate base;                    // what that takes, seconds
  Estimate time;                    // predicted
  double model_half_s = 0;          // the part of its half band that is the model's, not the runs'
  Estimate gain;                    // base - time
  std::vector<std::string> assumes; // that nobody can check from outside, each a clause
  std::vector<std::string> lacks;   // what the data do not tell, each a clause
  bool needs_edit = false;          // the program has to be changed for it
  std::optional<Verification> verified;
  std::optional<JobForecast> job; // none: of one process
};

/// A question that the data cannot answer.
struct RefusedForecast {
  std::string scenario, options, reason;
};

/// Two proposals whose gains together are not the sum of both.
struct ForecastPair {
  std::string first, second; // options of two forecasts
  Estimate gain;             // of both together
};

struct ForecastReport {
  std::string origin = "whatif"; // what predicted it
  std::string program;
  std::string results;    // folder of the measured runs
  std::string unreliable; // why the measured runs are not fit to predict from; empty: they are
  std::string runtime;    // OpenMP runtime, as Ledger has it; empty: not known
  std::vector<Forecast> forecasts; // the largest gain first
  std::vector<RefusedForecast> refused;
  std::vector<ForecastPair> pairs;
};

/// Whether more than the band of the gain speaks for it.
bool isGain(const Forecast &forecast);

} // namespace tare
