// SPDX-License-Identifier: Apache-2.0
// The scenario that the options of `tare whatif` describe, with the constructs that its places name.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/whatif/scenario.h"
#include "base/result.h"
#include "driver/options.h"

#include <string>

namespace tare {

/// Error: a place at which nothing is, with the nearest names; a construct that a change does not
/// apply to; changes that contradict each other.
Result<Scenario> scenarioOf(const WhatifOptions &options, const Ledger &ledger);

/// The options as they were typed, for a command that asks the same again.
std::string optionsText(const WhatifOptions &options);

} // namespace tare
