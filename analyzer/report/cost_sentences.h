// SPDX-License-Identifier: Apache-2.0
// What the probes cost, as sentences: own cost, budget, pilot runs, prediction.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <string>
#include <vector>

namespace tare {

/// Over all tables. One that does not apply is empty.
std::vector<std::string> costSentences(const Ledger &ledger);

} // namespace tare
