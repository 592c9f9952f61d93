// SPDX-License-Identifier: Apache-2.0
// `tare nodes --operations --by-loop`: what each loop of a node does itself.
#pragma once

#include "analyzer/report/page.h"
#include "instrumenter/operations/operations.h"

namespace tare {

/// A paragraph for each loop, indented as they are nested. With values these stand in place of
/// formulas.
void addLoops(const CountedNode &node, bool with_values, Page &page);

} // namespace tare
