// SPDX-License-Identifier: Apache-2.0
// Findings about a construct beside its lines, as sentences: its lock, heavy iterations, imbalance
// over the run, its work against the serial counterpart's.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <string>
#include <vector>

namespace tare {

/// Each without a full stop; foreign text in them is printable. Empty: nothing is known.
/// `sparklines`: in a text; a page has charts of the same figures.
std::vector<std::string> findingsOf(const ConstructLines &construct, const Table &table,
                                    bool sparklines = true);

/// The locks of the whole program together; all 0: it has none.
struct LockSum {
  double acquisitions = 0, contended = 0, held_s = 0;
};
LockSum lockSum(const Table &table);

/// One of eight heights for each value, as a share of the largest; blanks for nothing.
std::string sparkline(const std::vector<double> &values);

} // namespace tare
