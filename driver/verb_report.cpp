// SPDX-License-Identifier: Apache-2.0
// `tare report`: the table of earlier results.
#include "driver/verbs.h"

#include "analyzer/report/parts.h"
#include "base/files.h"
#include "base/text.h"
#include "driver/ledger_at.h"
#include "driver/show_ledger.h"

namespace tare {

int verbReport(const ReportOptions &options) {
  Times times = options.raw          ? Times::Measured
                : options.calibrated ? Times::Calibrated
                                     : Times::Approximated;
  if (times != Times::Approximated && !isFolder(options.results) && fileExists(options.results)) {
    if (endsWith(options.results, ".tare")) {
      complain({"a single profile is shown with its times as they were measured", options.results,
                "leave out --raw and --calibrated"});
      return exit_usage;
    }
    complain({"a table in JSON has its times as they were booked", options.results,
              "--raw and --calibrated want the results folder"});
    return exit_usage;
  }
  Result<Ledger> ledger = ledgerAt(options.results, times);
  if (!ledger.ok()) {
    complain(ledger.error());
    return exit_usage;
  }
  if (ledger.value().tables.empty()) {
    complain({"nothing was measured: there is no table", options.results});
    return exit_usage;
  }
  if (std::string why = whyNoPaths(ledger.value()); options.by == "path" && !why.empty()) {
    complain({"there is no call path to show: " + why, options.results,
              "--by function and --by construct do not need any"});
    return exit_usage;
  }
  return showLedger(ledger.value(), {options.format, options.by, options.top}) ? exit_ok
                                                                               : exit_usage;
}

} // namespace tare
