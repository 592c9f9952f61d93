// SPDX-License-Identifier: Apache-2.0
// What a running program has lost so far, and what it would have taken otherwise.
//
//   profile file of a running program -> [live state] -> a line each second
#pragma once

#include "analyzer/whatif/scenario.h"
#include "base/result.h"

#include <map>
#include <string>
#include <vector>

namespace tare {

struct LiveForecast {
  std::string scenario;
  double ratio = 1;   // its time against what was measured
  std::string reason; // why there is none; empty: there is
};

struct LiveState {
  std::string program;
  int threads = 0;
  double elapsed_s = 0;                // of the window
  double regions = 0;                  // executed
  std::map<std::string, double> lost;  // row by its label -> part of the time so far, largest rows
  std::map<std::string, double> spent; // region -> wall-clock seconds in it
  std::vector<LiveForecast> forecasts;
};

/// One reading. A file that changes under it is read again, up to five times. Error: it is no profile,
/// or none that can be read while it is written.
Result<LiveState> readLive(const std::string &profile, const std::vector<Scenario> &asked,
                           double cores);

/// Whether the program does something else since `then`: regions that had less than a tenth of the
/// time before have more than half of it now, or the other way round.
bool isNewPhase(const LiveState &before, const LiveState &then, const LiveState &now);

} // namespace tare
