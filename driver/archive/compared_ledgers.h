// SPDX-License-Identifier: Apache-2.0
// Which two tables of an application tell what changed.
//
//   kept ledgers, since when -> [compared ledgers] -> base, head
#pragma once

#include "analyzer/archive/archive.h"

#include <string>
#include <utility>
#include <vector>

namespace tare {

/// Those whose programs had all of these parameters: "N=800". Error: a text without `=`, or none is
/// left.
Result<std::vector<KeptLedger>> ledgersWith(const std::vector<std::string> &parameters,
                                            std::vector<KeptLedger> kept);

/// On one machine, with one compiler, runtime and numbers of threads; parameters may differ.
bool isMeasuredAlikeButSize(const KeptLedger &a, const KeptLedger &b);

/// The newest table, and the newest one before it that was measured in the same way (machine,
/// compiler, runtime, threads, parameters) and is of `since`: the begin of a commit, a version, or a
/// date by which it was measured. Empty: the one before. Error: there are no two.
Result<std::pair<KeptLedger, KeptLedger>> comparedLedgers(const std::vector<KeptLedger> &kept,
                                                          const std::string &since);

} // namespace tare
