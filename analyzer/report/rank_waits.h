// SPDX-License-Identifier: Apache-2.0
// Which rank of a job is late, for whom the others waited, and at which call.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/page.h"

#include <string>
#include <vector>

namespace tare {

/// A row of a table, or its heads.
struct RankWaitRow {
  std::string place; // "heat.c:41 MPI_Recv"
  std::string sum, mean, worst, late;
};

/// Heads, the `top` largest, all others in one row, and all of them. Empty: it is no job of several
/// ranks, or its messages were not recorded, or no rank waited.
std::vector<RankWaitRow> rankWaitRows(const Table &table, int top);

/// "Rank 0 comes last most often: ...". Empty: as above.
std::string lateRankSentence(const Table &table);

/// Nothing where there are no rows.
void writeRankWaits(Page &page, const Table &table, int top);
std::string rankWaitsMarkdown(const Table &table, int top);

} // namespace tare
