// SPDX-License-Identifier: Apache-2.0
// The text around the table: what was measured and how, and what a reader has to know.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/page.h"
#include "analyzer/report/parts.h"
#include "analyzer/report/selection.h"

namespace tare {

/// The programs and how they were run; first of all whether a run was cut off.
void writeHead(Page &page, const Ledger &ledger);

/// Advice on the largest lines of a p, at most `most` pieces; or why there is none.
void writeAdvice(Page &page, const Table &table, int most);

/// How to read the figures, coverage, findings and warnings.
void writeFoot(Page &page, const Ledger &ledger, const Selection &selection, View view);

} // namespace tare
