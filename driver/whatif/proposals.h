// SPDX-License-Identifier: Apache-2.0
// What is worth trying: scenarios that the rows of a table suggest, each predicted, the largest
// gain first.
//
//   questions -> [proposals] -> forecast report
#pragma once

#include "analyzer/forecast/forecast.h"
#include "driver/whatif/questions.h"

#include <functional>
#include <vector>

namespace tare {

struct Proposals {
  ForecastReport report;
  std::vector<Scenario> scenarios; // of its forecasts
};

struct ProposalLimits {
  size_t most = 5;
  bool only_gains = true;        // false: all that was tried, also what gains nothing
  std::function<bool()> goes_on; // false: no further question; empty: always true
};

/// At most `most` of those whose gain exceeds its band; pairs of them whose gains together are not
/// the sum; and what could not be answered, or was not asked any more.
Proposals proposals(const Questions &questions, const ProposalLimits &limits = {});

} // namespace tare
