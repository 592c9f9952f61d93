// SPDX-License-Identifier: Apache-2.0
// The ranks of a job in a few words.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <string>

namespace tare {

/// "Ranks: load balance 75 %, serialisation 99 %, transfer 98 %. Rank 1 is busiest ...". Empty: it
/// is no job, or its messages were not recorded.
std::string jobSentence(const Table &table);

} // namespace tare
