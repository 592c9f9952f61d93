// SPDX-License-Identifier: Apache-2.0
// The growth of overheads over p, in text.
#pragma once

#include "analyzer/report/growth_table.h"
#include "analyzer/report/page.h"

namespace tare {

/// With many p, the first, the last and some between.
void writeGrowth(Page &page, const GrowthTable &growth);

} // namespace tare
