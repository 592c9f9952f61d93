// SPDX-License-Identifier: Apache-2.0
// Counts of the system and the processor in the plain programs, as means over repetitions.
#pragma once

#include "analyzer/accounts/experiment.h"

namespace tare {

/// Fills the table's counts. A count that one of the repetitions lacks is absent.
void fillCounts(Table &table, const std::vector<Repetition> &repetitions);

/// The same of the serial program with probes.
RunCounts probedSerialCounts(const std::vector<Repetition> &repetitions);

} // namespace tare
