// SPDX-License-Identifier: Apache-2.0
// `tare.forecast/1`.
#pragma once

#include "analyzer/forecast/forecast.h"
#include "base/result.h"

#include <string>

namespace tare {

std::string forecastJson(const ForecastReport &report);
/// Untrusted input: figures are checked as those of a ledger are.
Result<ForecastReport> readForecast(const std::string &path);

} // namespace tare
