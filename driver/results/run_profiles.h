// SPDX-License-Identifier: Apache-2.0
// The profiles of an experiment's runs, each read once: an instrumented run on one thread is part
// of several repetitions.
#pragma once

#include "driver/results/experiment_of.h"

#include <map>
#include <string>

namespace tare {

class RunProfiles {
public:
  /// They must outlive it. `approximate`: null for times as they were measured.
  RunProfiles(const std::string &folder, const Approximator &approximate, const ProfileReader &read)
      : folder_(folder), approximate_(approximate), read_(read) {}

  /// Of a process, or of all ranks of a job. Error: a profile is not there, or is not sound.
  Result<InstrumentedRun> of(const RunRecord &run);

private:
  Result<InstrumentedRun> read(const std::string &profile, int run);
  Result<void> take(Profile profile, InstrumentedRun &run);

  const std::string &folder_;
  const Approximator &approximate_;
  const ProfileReader &read_;
  std::map<std::string, InstrumentedRun> known_;
};

} // namespace tare
