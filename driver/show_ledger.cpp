// SPDX-License-Identifier: Apache-2.0
#include "driver/show_ledger.h"

#include "analyzer/report/answer_text.h"
#include "analyzer/report/belief.h"
#include "analyzer/report/at_part.h"
#include "analyzer/report/at_report.h"
#include "analyzer/report/csv.h"
#include "analyzer/report/markdown.h"
#include "analyzer/report/note_text.h"
#include "analyzer/report/text.h"
#include "base/system.h"
#include "driver/verbs.h"

#include <string_view>
#include <unistd.h>

namespace tare {
namespace {

/// Colour is for terminals that have it.
bool wantsColour() {
  return isatty(STDOUT_FILENO) && environmentVariable("NO_COLOR").empty() &&
         environmentVariable("TERM") != "dumb";
}

std::string textOf(const Ledger &ledger, const Showing &showing) {
  constexpr int readable = 5; // parts, for people
  View view = viewNamed(showing.by);
  int top = showing.top.value_or(readable);
  if (showing.format == "json")
    return reportJson(ledger);
  if (showing.format == "markdown")
    return reportMarkdown(ledger, {.top = top, .view = view});
  if (showing.format == "csv")
    return reportCsv(ledger, view, showing.top);
  if (showing.notes)
    return notesText(ledger, {.colour = wantsColour()});
  if (!showing.full && view == View::Whole)
    return answerText(ledger, {.colour = wantsColour(), .results = showing.results});
  return reportText(ledger, {.colour = wantsColour(), .top = top, .view = view});
}

} // namespace

bool isUnreliable(const Ledger &ledger) {
  return !ledger.tables.empty() && hasUnreliableBand(ledger.tables[advisedTable(ledger)]);
}

Result<bool> showPart(const Ledger &ledger, const std::string &place,
                      const std::set<std::string> &ids, const Showing &showing) {
  TARE_TRY(Ledger part, partOf(ledger, ids));
  std::erase_if(part.tables, [](const Table &table) { return table.constructs.empty(); });
  ShownPart shown{ledger, part, place};
  PartOptions options{.colour = wantsColour(), .top = showing.top};
  return print(showing.format == "markdown" ? partMarkdown(shown, options)
               : showing.format == "csv"    ? partCsv(shown, options)
                                            : partText(shown, options));
}

bool showLedger(const Ledger &ledger, const Showing &showing) {
  return print(textOf(ledger, showing));
}

} // namespace tare
