// SPDX-License-Identifier: Apache-2.0
#include "driver/show_ledger.h"

#include "analyzer/report/csv.h"
#include "analyzer/report/markdown.h"
#include "analyzer/report/note_text.h"
#include "analyzer/report/text.h"
#include "base/system.h"
#include "driver/verbs.h"

#include <cstdio>
#include <string_view>
#include <unistd.h>

namespace tare {
namespace {

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
  return reportText(ledger, {.colour = wantsColour(), .top = top, .view = view});
}

} // namespace

bool showLedger(const Ledger &ledger, const Showing &showing) {
  std::string text = textOf(ledger, showing);
  bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  return std::fflush(stdout) == 0 && written; // main() says what became of our output
}

} // namespace tare
