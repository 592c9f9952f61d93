// SPDX-License-Identifier: Apache-2.0
// `tare calibrate --machine`: rounds of known work by teams of many settings, and what threads share.
//
//   tare-machine-<runtime>, settings -> [measure machine] -> measured machine
#pragma once

#include "base/process.h"
#include "driver/machine/machine_store.h"

#include <functional>
#include <string>
#include <vector>

namespace tare {

struct MachineSeams {
  ProcessRunner &processes;
  std::string prefix; // this installation's
  std::string folder; // calibrationFolder(); empty: nothing is kept
  std::string utc;    // now
  std::function<void(const std::string &)> say = {}; // a line while it measures; may be empty
  /// Seconds for which all CPUs of this system have been busy so far; empty: not known.
  std::function<double()> busy_seconds = {};
};

/// Where each thread has a core: 1, 2, 4, ... threads on all. Where they share them: two and four
/// threads for each of all, half, and one of the cores. Each by itself, with OMP_WAIT_POLICY active
/// and passive, and pinned.
std::vector<TeamSetting> usualSettings(int cores);
/// Those of so many threads on so many cores.
std::vector<TeamSetting> waysToWait(int threads, int cores);

/// What is kept; none: it was not measured. Error: no program for that runtime here.
Result<std::optional<StoredMachine>> keptMachine(const MachineSeams &seams,
                                                 const std::string &openmp_runtime);

struct JustMeasured {
  StoredMachine stored;
  int disturbed = 0; // settings beside which other programs had the CPUs: they are left out
};

/// Measures these settings, and adds them to what is kept. Error: all of them were disturbed.
Result<JustMeasured> measureMachine(const MachineSeams &seams, const std::string &openmp_runtime,
                                     const std::vector<TeamSetting> &settings);

} // namespace tare
