// SPDX-License-Identifier: Apache-2.0
// Rows that cannot be known. Where more is unexplained than its band says, some other row is wrong by
// as much, and nobody knows which; and a band may be so wide that the figure in its middle says
// nothing. Such a row is a range, and no figure.
//
//   Table -> [void rows] -> Table
#pragma once

#include "analyzer/ledger/ledger.h"

namespace tare {

/// Half a band of more than this share of T_p makes a row void.
inline constexpr double void_share = 0.10;
/// What is unexplained beyond its band, and is more than this share of T_p, makes rows void.
inline constexpr double unexplained_share = 0.05;

/// What is unexplained beyond its band, if it is more than unexplained_share; else 0. Seconds.
double unexplainedBeyondBand(const Table &table);

/// Sets LedgerLine::is_void of the table's rows and of their parts at constructs, widens their bands
/// to the range that is possible, and notes why. Serial code, the start of the runtime, waiting for a
/// CPU and the cost of measuring are known without the books of the work: they stay.
void markVoidRows(Table &table);

} // namespace tare
