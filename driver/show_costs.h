// SPDX-License-Identifier: Apache-2.0
// Costs of probes as a table for people.
#pragma once

#include "analyzer/cost/probe_costs.h"

#include <string>

namespace tare {

/// At most 80 columns wide: kinds, and low, warm, dense and cold in ns for both sides; then what
/// OpenMP itself takes for a construct, where that is told.
std::string probeCostsText(const ProbeCosts &costs);

} // namespace tare
