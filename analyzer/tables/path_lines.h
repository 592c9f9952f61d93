// SPDX-License-Identifier: Apache-2.0
// The call paths of a table.
//
//   repetition accounts, names of calls -> [path lines] -> Table::paths
#pragma once

#include "analyzer/accounts/paths.h"
#include "analyzer/tables/means.h"

namespace tare {

/// One for each chain of calls, the largest sum of |lines| first.
std::vector<PathLines> pathLines(const Means &means, const KeyTable &keys, const PathKeys &paths,
                                 const CallNames &names);

} // namespace tare
