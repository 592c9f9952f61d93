// SPDX-License-Identifier: Apache-2.0
// Prints a ledger on stdout: what `overheads`, `run` and `report` end with.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <string>

namespace tare {

/// `format`: "text" or "json". Colour only on a terminal that has it, and never with NO_COLOR.
/// False, after a complaint, when stdout could not be written.
bool showLedger(const Ledger &ledger, const std::string &format, int top);

} // namespace tare
