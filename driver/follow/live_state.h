// SPDX-License-Identifier: Apache-2.0
// What a running program has lost so far, and what it would have taken otherwise.
//
//   profile file of a running program -> [live state] -> a line each second
#pragma once

#include "analyzer/whatif/scenario_run.h"
#include "base/result.h"

#include <functional>
#include <map>
#include <optional>
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
  int rank = -1; // of a job; -1: none
  int threads = 0;
  std::string cut_reason;              // of one that has ended, why its profile lacks its end
  double elapsed_s = 0;                // of the window
  double regions = 0;                  // executed
  std::map<std::string, double> lost;  // row by its label -> part of the time so far, largest rows
  std::string reason;                  // why it is not known what was lost; empty: it is
  std::map<std::string, double> spent; // region -> ticks of wall-clock time in it
  std::vector<LiveForecast> forecasts;
};

/// What is known of the machine beside a profile, to predict from it.
using KnowledgeOf = std::function<RunKnowledge(const Profile &)>;

/// Log of a profile that is read at a time, so that what follows from it fits into 64 MiB. Sums by
/// thread and construct come on top: some hundred bytes each.
inline constexpr uint64_t most_followed_log = uint64_t(512) << 10; // bytes

/// One reading: what was lost and what would have been is of the regions that have ended. A file
/// that changes under it is read again, up to five times. `threads` of an earlier reading; 0: there
/// was none. Error: it is no profile, or none that can be read while it is written.
Result<LiveState> readLive(const std::string &profile, const std::vector<Scenario> &asked,
                           const KnowledgeOf &knowledge, int threads = 0);

/// Whether the program does something else since `then`: regions that had less than a tenth of the
/// time before have more than half of it now, or the other way round.
bool isNewPhase(const LiveState &before, const LiveState &then, const LiveState &now);

/// The readings of one program.
class PhaseWatch {
public:
  /// Whether a new phase began with this one. Readings in which no region has ended tell nothing.
  bool isNew(const LiveState &now);

private:
  LiveState before_, last_; // at first nothing was spent
};

} // namespace tare
