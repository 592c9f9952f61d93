// SPDX-License-Identifier: Apache-2.0
// What is known of a construct beside its lines, in sentences: its lock, which iterations are
// heavy, how its imbalance went over the run, its work against that of its serial twin.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <string>
#include <vector>

namespace tare {

/// Each without a full stop; foreign text in them is printable. Empty when nothing is known.
std::vector<std::string> findingsOf(const ConstructLines &construct, const Table &table);

/// The locks of the whole program: acquisitions, of these contended, and time held; absent without.
struct LockSum {
  double acquisitions = 0, contended = 0, held_s = 0;
};
LockSum lockSum(const Table &table);

/// One of eight heights for each value, as a share of the largest; blanks for nothing.
std::string sparkline(const std::vector<double> &values);

} // namespace tare
