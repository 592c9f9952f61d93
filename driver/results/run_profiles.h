// SPDX-License-Identifier: Apache-2.0
// The profiles of an experiment's runs, each read once: an instrumented run on one thread is part
// of several repetitions.
#pragma once

#include "driver/results/experiment_of.h"

#include <map>
#include <string>
#include <utility>

namespace tare {

class RunProfiles {
public:
  /// They must outlive it. `ticks_per_second`: of the windows. `approximate`: null for times as they
  /// were measured.
  RunProfiles(const std::string &folder, double ticks_per_second, const Approximator &approximate,
              const ProfileReader &read)
      : folder_(folder), ticks_per_second_(ticks_per_second), approximate_(approximate),
        read_(read) {}

  /// Of a process, or of all ranks of a job. Error: a profile is not there, or is not sound.
  Result<InstrumentedRun> of(const RunRecord &run);

private:
  Result<InstrumentedRun> made(const RunRecord &run);
  Result<InstrumentedRun> read(const std::string &profile, int run);
  Result<void> take(Profile profile, InstrumentedRun &run);

  const std::string &folder_;
  double ticks_per_second_;
  const Approximator &approximate_;
  const ProfileReader &read_;
  std::map<std::string, InstrumentedRun> known_; // profiles, by path
  /// With their messages, whose replay is dear. Runs and pilots have numbers of their own.
  std::map<std::pair<int, std::string>, InstrumentedRun> runs_; // by number and profile
};

} // namespace tare
