// SPDX-License-Identifier: Apache-2.0
// Regions that were executed inside other ones: how many threads their teams had.
#pragma once

#include "analyzer/accounts/experiment.h"
#include "analyzer/overheads/balances.h"

#include <vector>

namespace tare {

/// Fills `nested_team` of the table's constructs.
void fillNestedTeams(Table &table, const std::vector<Tuple> &tuples, KeyTable &keys);

} // namespace tare
