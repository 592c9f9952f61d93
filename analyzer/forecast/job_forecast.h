// SPDX-License-Identifier: Apache-2.0
// What a forecast says of a job of MPI ranks, beside its time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tare {

/// Seconds, mean of all threads of the job.
struct JobForecastRow {
  std::string name; // a category, or "busy"
  double measured_s = 0, predicted_s = 0;
};

/// How the predicted time grows with what each message takes more, in seconds or seconds a byte.
struct ForecastSlope {
  double slope = 0;                  // seconds of the job by that, at first
  double most = 0;                   // that was tried
  std::optional<double> one_percent; // so much makes it 1 % longer; none: `most` does not
  std::vector<double> breaks;        // where the slope changes by a tenth or more
};

struct JobForecastMessages {
  uint64_t matched = 0, unmatched = 0;
  uint64_t collectives = 0;                     // without starting and ending MPI
  std::string unmatched_because;                // of the most of them; empty: none
  uint64_t between_nodes = 0;                   // as predicted
  uint64_t rendezvous = 0, rendezvous_then = 0; // whose sender waits for the receive
  uint64_t late = 0;                            // that had come before anybody waited for them
  uint64_t any_source = 0, taken_otherwise = 0; // receives; those that get another message then
  uint64_t fixed_calls = 0;                     // that take as long as they did
};

struct JobForecast {
  int ranks = 0;
  std::string placement;            // "2 nodes, 2 ranks on each"
  std::vector<JobForecastRow> rows; // they sum to the forecast's `base` and `time`
  JobForecastMessages messages;     // of the first repetition
  std::optional<ForecastSlope> latency, bytes;
  std::string no_slopes; // why there are none; empty: there are
};

} // namespace tare
