// SPDX-License-Identifier: Apache-2.0
// A run of a job left files of many processes: launchers, shells, and the ranks. Which are the
// ranks', and when did each run?
//
//   windows, profiles -> [job ranks] -> run_once
#pragma once

#include "analyzer/profile/profile.h"
#include "base/result.h"
#include "driver/results/results.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tare {

/// What one rank left: by the process in it that is the program.
struct RankFiles {
  int rank = 0;
  std::optional<Window> window;
  std::shared_ptr<const Profile> profile; // null: it executed no region, or has no probes
};

/// Whether some of these processes were ranks of a job, and of how many.
int ranksIn(const std::vector<Window> &windows);

/// All `ranks` ranks of a job, in their order. Error: one of them left nothing, the job had another
/// number of ranks, or no process says its rank.
Result<std::vector<RankFiles>> jobRanks(const std::vector<Window> &windows,
                                        const std::vector<std::shared_ptr<const Profile>> &profiles,
                                        const std::vector<std::string> &command, RunSize size);

/// The window of the job: from its first rank's begin to its last one's end, on the clock of the
/// first rank's host. Ranks of other hosts count as if they had begun with the first one. Sums of
/// what its ranks had. Nothing: a rank has none.
std::optional<Window> jobWindow(const std::vector<RankFiles> &ranks);

/// "ranks 0 and 1 may use 1 CPU each for 2 threads: ..." Empty: each has a CPU for each thread.
std::string ranksWithFewCores(const std::vector<std::shared_ptr<const Profile>> &profiles,
                              RunSize size);

/// What the manifest says of each rank; profiles are not yet in it.
std::vector<RankRecord> rankRecords(const std::vector<RankFiles> &ranks);

} // namespace tare
