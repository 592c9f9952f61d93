// SPDX-License-Identifier: Apache-2.0
// The region that a construct lies in, and how many threads the teams of nested regions had.
#pragma once

#include "analyzer/accounts/experiment.h"
#include "analyzer/books/balances.h"

#include <vector>

namespace tare {

/// Fills `region` and `nested_team` of the table's constructs.
void fillNestedTeams(Table &table, const std::vector<Repetition> &repetitions, KeyTable &keys);

} // namespace tare
