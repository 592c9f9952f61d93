// SPDX-License-Identifier: Apache-2.0
// The scenarios that the options of `tare whatif` describe, with the constructs that places name.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/whatif/scenario.h"
#include "base/result.h"
#include "driver/options.h"

#include <string>
#include <vector>

namespace tare {

/// One for each number of threads that is asked for, else one; it is empty if nothing is asked. Error:
/// a place at which nothing is, with the nearest names; a construct that a change does not apply to;
/// changes that contradict each other.
Result<std::vector<Scenario>> askedScenarios(const WhatifOptions &options, const Ledger &ledger);

/// The options as they were typed, for a command that asks one of them again.
std::string optionsText(const WhatifOptions &options, const Scenario &scenario);

} // namespace tare
