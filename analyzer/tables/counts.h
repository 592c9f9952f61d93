// SPDX-License-Identifier: Apache-2.0
// What the system and the processor counted in the plain programs, as means over tuples.
#pragma once

#include "analyzer/accounts/experiment.h"

namespace tare {

/// Fills the table's counts. A count that one of the tuples lacks is absent.
void fillCounts(Table &table, const std::vector<Tuple> &tuples);

/// Of the serial program with probes, likewise.
RunCounts probedSerialCounts(const std::vector<Tuple> &tuples);

} // namespace tare
