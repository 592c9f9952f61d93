// SPDX-License-Identifier: Apache-2.0
// All that a report page shows beside the ledger.
//
//   options of tare report, ledger -> [page parts] -> report page
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/html/page_data.h"
#include "base/result.h"
#include "driver/options.h"

#include <optional>
#include <string>

namespace tare {

struct PageParts {
  std::optional<Timeline> timeline;
  PageSources sources;
  std::optional<ForecastReport> answers;
  std::string no_answers; // why there are none, a clause
  std::optional<PageModels> models;

  /// This must outlive the result.
  PageData data() const;
};

/// What the results have; of what they have not the page says why. Error: what the options name is
/// not there.
Result<PageParts> partsOfPage(const ReportOptions &options, const Ledger &ledger);

} // namespace tare
