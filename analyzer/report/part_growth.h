// SPDX-License-Identifier: Apache-2.0
// How the overheads of each function, construct or call path grow with p, and which part and line
// grow most.
#pragma once

#include "analyzer/report/growth_table.h"
#include "analyzer/report/parts.h"

namespace tare {

/// The parts that the table above shows, fastest growing first, each with the line in it that
/// changed most; figures are rounded as they are there. The sentence is about all parts.
GrowthTable partGrowth(const Ledger &ledger, const Selection &selection, const Parts &parts,
                       View view, int top);

} // namespace tare
