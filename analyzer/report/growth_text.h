// SPDX-License-Identifier: Apache-2.0
// The growth of overheads over p, in text.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/page.h"
#include "analyzer/report/selection.h"

namespace tare {

/// Nothing when there are not two p > 1. With many p, the first, the last and some between.
void writeGrowth(Page &page, const Ledger &ledger, const Selection &selection);

} // namespace tare
