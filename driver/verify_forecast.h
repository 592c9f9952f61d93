// SPDX-License-Identifier: Apache-2.0
// A prediction, run: what needs no edit by hand is started as the scenario says, in turns with the
// program as it is.
#pragma once

#include "analyzer/forecast/forecast.h"
#include "analyzer/whatif/scenario.h"
#include "base/result.h"
#include "driver/results/results.h"

#include <string>

namespace tare {

/// A program's command as it was measured, and changed; both may have {threads} and {ranks}.
struct ComparedCommands {
  std::vector<std::string> as_is, changed;
  RunSize as_is_size, changed_size;
  std::string message_library; // that delays messages of `changed`, if its environment says so
};

/// Runs both five times, in turns.
Result<Verification> verifyInTurns(const Manifest &manifest, const ComparedCommands &commands,
                                   const Forecast &forecast);

/// The plain program's command; with {threads} and {ranks} where it was told how many.
Result<std::vector<std::string>> plainCommand(const Manifest &manifest, RunSize size);

/// Runs both five times. Error: why this scenario cannot be run here, or a run that failed.
Result<Verification> verifyForecast(const std::string &results, const Scenario &scenario,
                                    const Forecast &forecast);

} // namespace tare
