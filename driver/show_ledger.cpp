// SPDX-License-Identifier: Apache-2.0
#include "driver/show_ledger.h"

#include "analyzer/ledger/reliability.h"
#include "analyzer/report/answer_text.h"
#include "analyzer/report/at_part.h"
#include "analyzer/report/at_report.h"
#include "analyzer/report/csv.h"
#include "analyzer/report/exports/exports.h"
#include "analyzer/report/html/report_html.h"
#include "analyzer/report/markdown.h"
#include "analyzer/report/note_text.h"
#include "analyzer/report/text.h"
#include "base/system.h"
#include "driver/verbs.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace tare {

bool wantsColour() {
  return isatty(STDOUT_FILENO) && environmentVariable("NO_COLOR").empty() &&
         environmentVariable("TERM") != "dumb";
}

int widthOfOutput() {
  constexpr int usual = 80, narrowest = 60, widest = 120;
  struct winsize size = {};
  if (!isatty(STDOUT_FILENO) || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return usual;
  return std::clamp<int>(size.ws_col, narrowest, widest);
}

namespace {

std::string textOf(const Ledger &ledger, const Showing &showing) {
  constexpr int readable = 5; // parts, for people
  const int width = widthOfOutput();
  View view = viewNamed(showing.by);
  int top = showing.top.value_or(readable);
  if (showing.format == "markdown")
    return reportMarkdown(ledger, {.top = top, .view = view});
  static const std::map<std::string_view, std::string (*)(const Ledger &)> whole = {
      {"json", [](const Ledger &each) { return reportJson(each); }},
      {"openmetrics", openMetrics},
      {"speedscope", speedscopeJson},
      {"svg", waterfallSvg},
      {"github-summary", [](const Ledger &each) { return githubSummary(each); }}};
  if (showing.format == "html")
    return reportHtml(ledger, showing.page);
  if (auto found = whole.find(showing.format); found != whole.end())
    return found->second(ledger);
  if (showing.format == "csv")
    return reportCsv(ledger, view, showing.top);
  if (showing.notes)
    return notesText(ledger, {.width = width, .colour = wantsColour()});
  if (!showing.full && view == View::Whole)
    return answerText(ledger,
                      {.width = width, .colour = wantsColour(), .results = showing.results});
  return reportText(ledger, {.width = width, .colour = wantsColour(), .top = top, .view = view});
}

} // namespace

bool isUnreliable(const Ledger &ledger) {
  return !ledger.tables.empty() && isUnreliable(ledger.tables[advisedTable(ledger)]);
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
  std::string text = textOf(ledger, showing);
  return showing.format == "text" ? printForPeople(text) : print(text);
}

} // namespace tare
