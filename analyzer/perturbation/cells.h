// SPDX-License-Identifier: Apache-2.0
// Cells and areas of the approximated run: of a complete log what it says; of a thinned one what
// they were, less the part by which the log shrank.
//
//   log, as measured and as approximated -> [cells] -> Profile
#pragma once

#include "analyzer/perturbation/timeline.h"
#include "analyzer/profile/rebuilt.h"

namespace tare {

/// Whether the log alone tells every cell (checkConservation holds cells against it).
bool logTellsAll(const Profile &profile);

/// What a thinned log added up to when it was measured; empty of a complete one.
std::vector<RebuiltThread> thinnedSums(const Profile &profile);

struct CellsShrink {
  Ticks outermost = 0; // by how much the outermost regions of the initial thread are shorter
};
/// Set-up inside regions is taken out too.
CellsShrink shrinkCells(Profile &profile, const Timeline &timeline,
                        const std::vector<RebuiltThread> &measured);

} // namespace tare
