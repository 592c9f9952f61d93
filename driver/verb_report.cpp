// SPDX-License-Identifier: Apache-2.0
// `tare report`: the table of earlier results, or of a part of them.
#include "driver/verbs.h"

#include "analyzer/report/at_place.h"
#include "analyzer/report/exports/exports.h"
#include "analyzer/report/note_text.h"
#include "analyzer/report/parts.h"
#include "base/files.h"
#include "base/text.h"
#include "driver/ledger_at.h"
#include "driver/page_parts.h"
#include "driver/redacted_ledger.h"
#include "driver/results/node_renewal.h"
#include "driver/show_coupling.h"
#include "driver/show_ledger.h"
#include "driver/source_tables.h"
#include "driver/timeline_at.h"
#include "driver/weigh.h"

namespace tare {
namespace {

/// --raw and --calibrated need profiles, so they refuse tables that are kept without.
Result<Times> timesOf(const ReportOptions &options) {
  Times times = options.raw          ? Times::Measured
                : options.calibrated ? Times::Calibrated
                                     : Times::Approximated;
  if (times == Times::Approximated || isFolder(options.results) || !fileExists(options.results))
    return times;
  if (endsWith(options.results, ".tare"))
    return Error{"a single profile is shown with its times as they were measured", options.results,
                 "leave out --raw and --calibrated"};
  return Error{"a table in JSON has only the times of its report", options.results,
               "name the results folder for --raw and --calibrated"};
}

/// CSV and the short report have no place for warnings, so they go to stderr.
void tellChanges(const Ledger &ledger) {
  for (const Note &note : ledger.warnings)
    if (startsWith(note.rule, "constructs-") || startsWith(note.rule, "sources-"))
      complain({"warning: " + sentenceOf(note)});
}

/// With node tables that are made anew from the sources.
Result<Ledger> ledgerBySources(const ReportOptions &options, Times times) {
  TARE_TRY(std::unique_ptr<SourceTables> sources, SourceTables::open(options.sources));
  NodeRenewal renewal(*sources);
  TARE_TRY(Ledger ledger, ledgerAt(options.results, times, &renewal));
  complain({"constructs read from the sources in " + renewal.root() + ": " + renewal.summary()});
  bool is_short =
      options.format == "text" && !options.full && options.by.empty() && options.at.empty();
  if (options.format == "csv" || is_short)
    tellChanges(ledger);
  return ledger;
}

Result<int> showTrace(const ReportOptions &options) {
  TARE_TRY(std::optional<Timeline> timeline, timelineAt(options.results, options.redact));
  if (!timeline)
    return Error{"there is no timeline beside these results", options.results,
                 "measure again with tare run or tare overheads, and name the results folder"};
  if (timeline->instances.empty() && !timeline->job)
    return Error{"these results have no timeline: " + timeline->reason, options.results,
                 "measure again with tare run or tare overheads"};
  return print(chromeTrace(*timeline)) ? exit_ok : exit_usage;
}

} // namespace

Result<int> verbReport(const ReportOptions &typed) {
  ReportOptions options = typed;
  if (options.results.empty()) {
    TARE_TRY(options.results, latestResults(resultsBase("")));
  }
  if (std::string file = couplingIn(options.results); !file.empty()) {
    TARE_TRY(CouplingReport coupling, readCoupling(file));
    if (options.format != "text" && options.format != "json")
      return Error{"couplings have no such format: " + options.format, options.results,
                   "take text or json"};
    if (options.redact) { // a compiler's flags may hold values, too
      coupling.arguments.clear();
      coupling.parameters.clear();
      coupling.host = coupling.compiler = "(hidden)";
    }
    return showCoupling(coupling, options.format == "json") ? exit_ok : exit_usage;
  }
  if (options.format == "chrome-trace")
    return showTrace(options);
  TARE_TRY(Times times, timesOf(options));
  TARE_TRY(AtPlace place,
           options.at.empty() ? Result<AtPlace>(AtPlace()) : readAtPlace(options.at));
  TARE_TRY(Ledger ledger,
           shownLedger(options.sources.folder.empty() ? ledgerAt(options.results, times)
                                                      : ledgerBySources(options, times),
                       options.redact));
  if (ledger.tables.empty())
    return Error{"nothing was measured: there is no table", options.results,
                 "measure again; runs/*/stderr in the folder has what the programs said"};
  if (std::string why = whyNoPaths(ledger); options.by == "path" && !why.empty())
    return Error{"there is no call path to show: " + why, options.results,
                 "--by function and --by construct do not need any"};
  if (!options.at.empty()) {
    TARE_TRY(std::set<std::string> ids, constructsAt(ledger, place));
    Showing showing{options.format, options.by, options.top};
    TARE_TRY(bool shown, placedAt(options.results, showPart(ledger, options.at, ids, showing)));
    return shown ? exit_ok : exit_usage;
  }
  PageParts parts;
  if (options.format == "html") {
    TARE_TRY(parts, partsOfPage(options, ledger));
  }
  bool shown = showLedger(ledger, {.format = options.format,
                                   .by = options.by,
                                   .top = options.top,
                                   .full = options.full,
                                   .notes = options.notes,
                                   .results = shownFolder(options.results, options.redact),
                                   .page = parts.data()});
  return !shown ? exit_usage : isUnreliable(ledger) ? exit_unreliable : exit_ok;
}

} // namespace tare
