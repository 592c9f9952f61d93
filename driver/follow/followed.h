// SPDX-License-Identifier: Apache-2.0
// A running program with probes: which one, and where it writes its profile.
//
//   PID, folder or command -> [followed] -> live state
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tare {

struct Followed {
  int rank = -1;        // of a job; -1: none
  int pid = 0;          // 0: not known (a folder)
  uint64_t started = 0; // by the system's clock ticks: a number that is used again has another one
  std::string profile;  // file
  std::string place = {};   // where it is brought to when the process ends; empty: it is there
  std::string file() const; // where it is now
  bool isRunning() const;   // false: it ended, or its number is another process's
};

/// By its process number. Error: there is none, its maps cannot be read, or it writes no profile.
Result<Followed> followedProcess(int pid);
/// The newest profile below a folder, and the process that it is of; of a job, those of its ranks
/// that have a profile there, by rank.
Result<std::vector<Followed>> followedIn(const std::string &folder);

} // namespace tare
