// SPDX-License-Identifier: Apache-2.0
// A prediction, run: what needs no edit by hand is started as the scenario says, in turns with the
// program as it is.
#pragma once

#include "analyzer/forecast/forecast.h"
#include "analyzer/whatif/scenario.h"
#include "base/result.h"

#include <string>

namespace tare {

/// Runs both five times. Error: why this scenario cannot be run here, or a run that failed.
Result<Verification> verifyForecast(const std::string &results, const Scenario &scenario,
                                    const Forecast &forecast);

} // namespace tare
