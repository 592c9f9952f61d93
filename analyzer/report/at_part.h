// SPDX-License-Identifier: Apache-2.0
// Some constructs of a program as a ledger of their own, whose books close as the whole one's do:
//
//   time in the part = its serial time / p + its overheads
//   part + rest = whole, for the time, the serial time and every overhead
#pragma once

#include "analyzer/ledger/ledger.h"
#include "base/result.h"

#include <set>
#include <string>
#include <vector>

namespace tare {

/// The constructs with these ids. In each table `parallel_time` is the wall-clock share of the time
/// at them, `serial_time` what their overheads compare it with: the work of their counterparts in
/// the serial program; on one thread where that has no probes; without a reference their own. The
/// band of a sum is the sum of the bands; times and totals have none. Notes and advice stay behind.
/// Error: a ledger of an earlier version, without the time of constructs.
Result<Ledger> partOf(const Ledger &whole, const std::set<std::string> &ids);

/// What the part leaves of the whole table's lines, in their order. It has no band.
std::vector<LedgerLine> restOf(const Table &whole, const Table &part);

} // namespace tare
