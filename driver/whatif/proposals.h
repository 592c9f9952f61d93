// SPDX-License-Identifier: Apache-2.0
// What is worth trying: scenarios that the rows of a table suggest, each predicted, the largest gain
// first.
//
//   questions -> [proposals] -> forecast report
#pragma once

#include "analyzer/forecast/forecast.h"
#include "driver/whatif/questions.h"

#include <vector>

namespace tare {

struct Proposals {
  ForecastReport report;
  std::vector<Scenario> scenarios; // of its forecasts
};

/// At most `most` of those whose gain exceeds its band; pairs of them whose gains together are not
/// the sum; and what could not be answered.
Proposals proposals(const Questions &questions, size_t most = 5);

} // namespace tare
