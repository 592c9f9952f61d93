// SPDX-License-Identifier: Apache-2.0
// The sources that a report page shows: only what is certainly the text that was measured.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/html/page_data.h"
#include "base/result.h"

#include <string>

namespace tare {

/// The files of the constructs of the table that a page is about. They are read below `root`, links
/// resolved, and kept where their hash is that of the ledger. Others say why they are not there.
/// `option`: names the folder, in what is said of files that are not there.
PageSources pageSources(const Ledger &ledger, const std::string &root,
                        const std::string &option = "--source-root");

/// Those of a side of a comparison. Empty `root`: as the results name it. Error: there is no such
/// folder.
Result<PageSources> sourcesOfSide(const std::string &results, const Ledger &ledger,
                                  const std::string &root, const std::string &option);

/// Where the sources of results lay; empty: not known.
std::string rootOfResults(const std::string &results, const Ledger &ledger);

} // namespace tare
