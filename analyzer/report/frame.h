// SPDX-License-Identifier: Apache-2.0
// What stands around the table in text: who was weighed and how, and what a reader has to know.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/page.h"
#include "analyzer/report/parts.h"
#include "analyzer/report/selection.h"

namespace tare {

void writeHead(Page &page, const Ledger &ledger);

/// What to try next about the largest lines of a p, at most `most`; or why nothing is said.
void writeAdvice(Page &page, const Table &table, int most);

/// How to read the figures, coverage, findings and warnings.
void writeFoot(Page &page, const Ledger &ledger, const Selection &selection, View view);

} // namespace tare
