// SPDX-License-Identifier: Apache-2.0
// Ranges of sizes that are modelled apart, because times step between them.
//
//   tables, footprint, caches -> [segments] -> table model, prediction
#pragma once

#include "analyzer/models/table_model.h"

#include <string>
#include <vector>

namespace tare {

struct TableSegment {
  std::string where; // "data in the L2 cache", "N up to 400"; empty: all sizes alike
  TablesOfProgram tables;
  double above = 0, below = 0; // a step that the data show: sizes past it, or up to it; 0: none
};

/// With a footprint one for each level of the caches. Without, two where no model fits T_s and T_p
/// over all sizes but models fit on both sides of a step: 5 sizes at least on each. `threads` as
/// for tableModel.
std::vector<TableSegment> segmentsOf(const TablesOfProgram &tables, int threads,
                                     const TableQuestion &question);

/// The segment that holds `at`, for a prediction on `threads`, from tables of the same number of
/// threads (`slice`) or of several. Refusal: regime, too few measured sizes are in it.
OrRefused<TableSegment> segmentAt(const TablesOfProgram &tables, const ModelPoint &at, int threads,
                                  bool slice, const TableQuestion &question);

/// Why a segment has too few sizes for a model of its own. Absent: it has enough.
std::optional<ModelRefusal> segmentRefusal(const TableSegment &segment, int threads,
                                           const TableQuestion &question);

} // namespace tare
