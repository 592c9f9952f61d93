// SPDX-License-Identifier: Apache-2.0
// Runs whose writer died, or ended inside a region.
#pragma once

#include "analyzer/accounts/experiment.h"

namespace tare {

/// One note for each reason; of a job with the ranks that it holds for.
std::vector<Note> cutOffNotes(const InstrumentedRun &run);

} // namespace tare
