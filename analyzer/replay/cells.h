// SPDX-License-Identifier: Apache-2.0
// Cells and areas of the approximated run: of a complete log what it says; of a thinned one what
// they were, less the part by which the log shrank.
//
//   log, as measured and as approximated -> [cells] -> Profile
#pragma once

#include "analyzer/profile/rebuilt.h"
#include "analyzer/replay/replay.h"

namespace tare {

/// Whether the log alone tells every cell (checkConservation holds cells against it).
bool logTellsAll(const Profile &profile);

/// What a thinned log added up to when it was measured; empty of a complete one.
std::vector<RebuiltThread> thinnedSums(const Profile &profile);

/// By how much the outermost regions are shorter, those that a thinned log lacks too.
Ticks outermostShorter(const Profile &profile, const Replay &replay);

/// Cells, areas and the window of a run without nested regions, as its complete log, its serial code
/// and what was skipped tell them. Counts of what a record counts no further stay.
void cellsFromLog(Profile &profile);

/// The log is in its place. Set-up inside regions is taken out too.
void shrinkCells(Profile &profile, const Replay &replay,
                 const std::vector<RebuiltThread> &measured);

} // namespace tare
