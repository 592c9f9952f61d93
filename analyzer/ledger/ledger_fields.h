// SPDX-License-Identifier: Apache-2.0
// The rows of `tare.overheads/1`. A figure that is new has its member in ledger.h and its row here.
//
//   Ledger <-> [ledger fields, table fields] <-> ledger_json
#pragma once

#include "analyzer/ledger/ledger.h"
#include "base/json/fields.h"

namespace tare {

/// Refuses a text whose figures disagree: lines that do not sum to the total, a category or a
/// number of threads twice, a figure without one value for each repetition.
void ledgerFields(json::Fields &io, Ledger &ledger);

// Parts that other files have too; `number`: as they are written there.
void countFields(json::Fields &io, RunCounts &counts, const json::Number &number);
void machineFields(json::Fields &io, Machine &machine);
void openMPRuntimeFields(json::Fields &io, OpenMPRuntime &runtime);
void buildFields(json::Fields &io, ProgramBuild &build);
void unseenFields(json::Fields &io, UnseenRegions &unseen);
void outputsFields(json::Fields &io, Outputs &outputs);

} // namespace tare
