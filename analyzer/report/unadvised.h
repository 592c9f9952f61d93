// SPDX-License-Identifier: Apache-2.0
// Why a large row has no advice.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <string>

namespace tare {

/// A sentence: why no piece of advice of the table is about this row of the whole program. Empty:
/// one is, or the row is smaller than `advised_share` of T_p.
std::string whyUnadvised(const LedgerLine &line, const Table &table);

} // namespace tare
