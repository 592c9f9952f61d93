// SPDX-License-Identifier: Apache-2.0
// What is said of the measured runs of one p themselves: they are too short, or do not all do the
// same.
//
//   TupleAccount of each -> [run notes] -> Table::notes
#pragma once

#include "analyzer/accounts/close.h"

#include <string>
#include <vector>

namespace tare {

/// At most one sentence each. `parallel_s`: T_p of their table. Unlike runs: the counts of a
/// construct with at least a tenth of the threads' time differ by more than 5 %; named is the one
/// whose difference takes most. Not told of runs that were cut off, nor where a budget left out
/// some of what is counted.
std::vector<std::string> runNotes(const std::vector<TupleAccount> &accounts, const KeyTable &keys,
                                  double parallel_s);

} // namespace tare
