// SPDX-License-Identifier: Apache-2.0
// A ledger as it is shown and kept: all of it, or without what redaction.h takes out.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "base/result.h"

namespace tare {

Result<Ledger> shownLedger(Result<Ledger> ledger, bool redact);

} // namespace tare
