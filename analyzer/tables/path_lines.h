// SPDX-License-Identifier: Apache-2.0
// What the accepted tuples say of each call path, for the ledger.
#pragma once

#include "analyzer/accounts/experiment.h"
#include "analyzer/accounts/paths.h"
#include "analyzer/ledger/ledger.h"

#include <vector>

namespace tare {

/// One for each chain of calls; the last names what was called through it.
std::vector<PathLines> pathLines(const std::vector<TupleAccount> &accounts, const KeyTable &keys,
                                 const PathKeys &paths, const CallNames &names);

} // namespace tare
