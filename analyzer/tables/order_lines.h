// SPDX-License-Identifier: Apache-2.0
// The order of a table's constructs.
//
//   repetitions -> construct order of each -> [order lines] -> Table::order
#pragma once

#include "analyzer/accounts/experiment.h"
#include "analyzer/books/balances.h"

#include <vector>

namespace tare {

/// Fills `order`, of the constructs that the table has: as in the first repetition, and exact where
/// all others did the same.
void fillOrder(Table &table, const std::vector<Repetition> &repetitions, KeyTable &keys);

} // namespace tare
