// SPDX-License-Identifier: Apache-2.0
// Questions to an archive and their answers in JSON: one place for the command line and for
// `tare archive serve`.
//
//   ArchiveOptions -> [archive questions] -> JSON
#pragma once

#include "analyzer/archive/query.h"
#include "analyzer/archive/row_trends.h"
#include "analyzer/models/ledger_rows.h"
#include "driver/options.h"

#include <string>
#include <vector>

namespace tare {

/// Of `query`, without repetitions.
ArchiveQuestion queryQuestionOf(const ArchiveOptions &options);
/// Of `trend`: its word is the application.
ArchiveQuestion trendQuestionOf(const ArchiveOptions &options);

/// tare.list/1.
std::string listJson(const std::vector<KeptLedger> &kept);

/// The tables of an application that a model may rest on, as `tare model APPLICATION` takes them.
/// Error: it has none, or more than `most`.
Result<std::vector<NamedLedger>> modelledLedgers(Archive &archive, const std::string &application,
                                                 size_t most);

} // namespace tare
