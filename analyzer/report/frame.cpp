// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/frame.h"

#include "analyzer/ledger/lines.h"
#include "analyzer/ledger/reliability.h"
#include "analyzer/report/advice_text.h"
#include "analyzer/report/belief.h"
#include "analyzer/report/outputs_sentence.h"
#include "analyzer/report/parts.h"
#include "analyzer/report/sentences.h"
#include "base/text.h"

namespace tare {
namespace {

/// Commands, and below each how it was compiled.
void writeRuns(Page &page, const Ledger &ledger) {
  for (const RunSummary &run : runsOfRoles(ledger)) {
    page.item("  " + leftAligned(roleTitle(run.role), 14), printable(run.command));
    if (!run.compiler.empty())
      page.item(std::string(16, ' '), printable(run.compiler), Style::Dim);
  }
}

} // namespace

void writeHead(Page &page, const Ledger &ledger) {
  if (resultsDiffer(ledger))
    page.paragraph(outputsSentence(ledger), 2, Style::Loud);
  if (std::string cut = cutOffText(ledger); !cut.empty())
    page.paragraph(cut, 2, Style::Loud);
  page.paragraph(headText(ledger), 2, Style::Bold);
  if (std::string machine = machineText(ledger.machine); !machine.empty())
    page.paragraph(machine, 2, Style::Dim);
  if (std::string places = placesText(ledger); !places.empty())
    page.paragraph(places, 2, Style::Dim);
  if (ledger.predicted.empty()) {
    const Table &table = ledger.tables[advisedTable(ledger)];
    page.paragraph("May I believe this? " + beliefText(beliefIn(ledger, table)) + ".", 2,
                   isUnreliable(table) ? Style::Loud : Style::Plain);
  }
  if (!ledger.runs.empty())
    page.blank();
  writeRuns(page, ledger);
}

void writeAdvice(Page &page, const Table &table, int most) {
  if (std::string why = whyNoAdvice(table); !why.empty()) {
    page.blank();
    page.paragraph(why);
  }
  if (table.advice.empty() || most <= 0)
    return;
  page.blank();
  page.line("What to try next, " + atSize(sizeOf(table)), Style::Bold);
  for (const Advice &advice : table.advice) {
    if (most-- <= 0)
      break;
    std::string source = advice.source.empty() ? "" : " [" + printable(advice.source) + "]";
    page.item("- ", printable(adviceText(advice, table)) + source);
  }
}

void writeFoot(Page &page, const Ledger &ledger, const Selection &selection, View view) {
  page.blank();
  bool first = true;
  for (const std::string &sentence : footSentences(ledger, selection, view)) {
    page.paragraph(sentence, first ? 0 : 2, first ? Style::Dim : Style::Plain);
    first = false;
  }
}

} // namespace tare
