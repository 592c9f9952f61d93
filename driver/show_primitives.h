// SPDX-License-Identifier: Apache-2.0
// Primitives, as a table: a loop a row, the sizes of the data side by side. Before it, what an
// iteration of each loop does.
#pragma once

#include "analyzer/ledger/experiment_facts.h"
#include "analyzer/primitives/measured_primitives.h"

#include <string>
#include <vector>

namespace tare {

std::string measuredPrimitivesText(const MeasuredPrimitives &primitives,
                                   const std::vector<Cache> &caches);

} // namespace tare
