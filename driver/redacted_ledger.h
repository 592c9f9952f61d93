// SPDX-License-Identifier: Apache-2.0
// A ledger as it is shown and kept: all of it, or without what redaction.h takes out.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "base/result.h"

#include <string>

namespace tare {

Result<Ledger> shownLedger(Result<Ledger> ledger, bool redact);

/// A results folder as a report names it: without the names of its machine and of users.
std::string shownFolder(const std::string &folder, bool redact);

} // namespace tare
