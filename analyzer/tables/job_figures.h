// SPDX-License-Identifier: Apache-2.0
// What a table says of the ranks of a job: the efficiencies of POP, and how busy each rank is.
#pragma once

#include "analyzer/accounts/experiment.h"
#include "analyzer/ledger/ledger.h"

#include <vector>

namespace tare {

/// Means over repetitions. Nothing: of one of them the messages were not recorded.
void fillJob(Table &table, const std::vector<Repetition> &repetitions);

} // namespace tare
