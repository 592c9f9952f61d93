// SPDX-License-Identifier: Apache-2.0
// Forecasts for people.
#pragma once

#include "analyzer/forecast/forecast.h"

#include <string>

namespace tare {

struct ForecastTextOptions {
  int width = 80;
  bool colour = false;
  bool is_ranking = false; // the scenarios are proposals, not what was asked for
};

/// "gains 113 ± 14 ms (25.5 % of 443 ms)", or that the band leaves it open.
std::string gainText(const Forecast &forecast);

std::string forecastText(const ForecastReport &report, const ForecastTextOptions &options);

} // namespace tare
