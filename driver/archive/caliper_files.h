// SPDX-License-Identifier: Apache-2.0
// Runs as files that Hatchet and Thicket read (`from_caliper`): the format json-split of Caliper, a
// file for each repetition.
//
//   runs of a query -> run tree of each -> [caliper files] -> folder
#pragma once

#include "analyzer/archive/archive.h"

#include <cstddef>
#include <string>

namespace tare {

/// `runs`: answers of a query for runs. Files APPLICATION-runN-pP-rR.json in `folder`, which is
/// made if it is not there. Returns how many were written; `without_repetitions` counts runs that
/// have none.
Result<size_t> writeCaliperFiles(Archive &archive, const DatabaseRows &runs,
                                 const std::string &folder, size_t &without_repetitions);

} // namespace tare
