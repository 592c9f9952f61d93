// SPDX-License-Identifier: Apache-2.0
// What stands around the table: who was weighed and how, and what a reader has to know.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/page.h"
#include "analyzer/report/rows.h"

namespace tare {

void writeHead(Page &page, const Ledger &ledger);

/// "12 constructs seen: 10 measured, 2 left alone (2 cancel)"
std::string coverageText(const Ledger::Coverage &coverage);

/// How to read the figures, coverage, findings and warnings.
void writeFoot(Page &page, const Ledger &ledger, const Selection &selection);

} // namespace tare
