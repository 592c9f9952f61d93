// SPDX-License-Identifier: Apache-2.0
// The timelines beside earlier results.
#pragma once

#include "base/result.h"
#include "driver/results/timeline_of.h"

#include <optional>
#include <string>

namespace tare {

/// `path`: as ledgerAt has it; of a table in JSON the folder that it lies in, if it is ledger.json.
/// Nothing: there are none. Error: they cannot be read.
Result<std::optional<Timeline>> timelineAt(const std::string &path, bool redact);

/// The folder that ledgerAt takes the table from: this one, the last step of a search, or the only
/// experiment in a base. Empty: there is none, or it has a single profile.
std::string resultsIn(const std::string &path);

} // namespace tare
