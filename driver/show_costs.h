// SPDX-License-Identifier: Apache-2.0
// Costs of probes as a table for people.
#pragma once

#include "analyzer/cost/probe_costs.h"

#include <string>

namespace tare {

/// At most 80 columns wide: kinds with low, warm, dense and cold in ns for both sides; then the
/// time of OpenMP itself for each construct, where it is known.
std::string probeCostsText(const ProbeCosts &costs);

} // namespace tare
