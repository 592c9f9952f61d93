// SPDX-License-Identifier: Apache-2.0
// `tare report`: the table of earlier results.
#include "driver/verbs.h"

#include "analyzer/report/parts.h"
#include "base/files.h"
#include "base/text.h"
#include "driver/ledger_at.h"
#include "driver/show_ledger.h"
#include "driver/weigh.h"

namespace tare {

/// --raw and --calibrated need profiles, so they refuse tables that are kept without.
Result<int> verbReport(const ReportOptions &typed) {
  ReportOptions options = typed;
  if (options.results.empty()) {
    TARE_TRY(options.results, latestResults(resultsBase("")));
  }
  Times times = options.raw          ? Times::Measured
                : options.calibrated ? Times::Calibrated
                                     : Times::Approximated;
  if (times != Times::Approximated && !isFolder(options.results) && fileExists(options.results)) {
    if (endsWith(options.results, ".tare"))
      return Error{"a single profile is shown with its times as they were measured",
                   options.results, "leave out --raw and --calibrated"};
    return Error{"a table in JSON has its times as they were booked", options.results,
                 "--raw and --calibrated want the results folder"};
  }
  TARE_TRY(Ledger ledger, ledgerAt(options.results, times));
  if (ledger.tables.empty())
    return Error{"nothing was measured: there is no table", options.results};
  if (std::string why = whyNoPaths(ledger); options.by == "path" && !why.empty())
    return Error{"there is no call path to show: " + why, options.results,
                 "--by function and --by construct do not need any"};
  bool shown = showLedger(ledger, {.format = options.format,
                                   .by = options.by,
                                   .top = options.top,
                                   .full = options.full,
                                   .notes = options.notes,
                                   .results = options.results});
  return !shown ? exit_usage : isUnreliable(ledger) ? exit_unreliable : exit_ok;
}

} // namespace tare
