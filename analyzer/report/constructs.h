// SPDX-License-Identifier: Apache-2.0
// Where the overheads are: the largest constructs at the largest p.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/figures.h"
#include "analyzer/report/page.h"

namespace tare {

void writeConstructs(Page &page, const Table &table, int top, const CellLayout &layout,
                     const TimeScale &scale);

} // namespace tare
