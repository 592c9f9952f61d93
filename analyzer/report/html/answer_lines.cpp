// SPDX-License-Identifier: Apache-2.0
// The top of the page: what it costs, where, what to try, each with a link to the view that says
// more; whether that may be believed; the words that the page uses.
#include "analyzer/ledger/lines.h"
#include "analyzer/ledger/reliability.h"
#include "analyzer/report/advice_text.h"
#include "analyzer/report/answer.h"
#include "analyzer/report/belief.h"
#include "analyzer/report/figures.h"
#include "analyzer/report/html/page_view.h"
#include "analyzer/report/outputs_sentence.h"
#include "analyzer/report/parts.h"
#include "analyzer/report/sentences.h"
#include "analyzer/report/speed.h"
#include "base/quantity.h"
#include "base/text.h"

#include <cmath>

namespace tare {
namespace {

void writeLoud(Markup &page, const std::string &sentence) {
  page.element("p", {{"class", "loud"}}, sentence);
}

void openLine(Markup &page, std::string_view question) {
  page.open("li").element("strong", {}, question).text(" ");
}

void linkTo(Markup &page, const std::string &view, std::string_view words) {
  page.text(" ").element("a", {{"class", "more"}, {"href", "#" + view}}, words);
}

void writeCostLine(Markup &page, const PageContext &context) {
  const Table &table = context.table();
  double whole_s = table.parallel_time.time_s, lost_s = table.total_overhead.time_s;
  openLine(page, "What does it cost?");
  page.text(capitalised(speedSentence(table, context.ledger)) + ".");
  if (whole_s > 0 && lost_s > 0 && !isUnreliable(table))
    page.text(" " + capitalised(timeText(lost_s)) + " of " + timeText(whole_s) + " are overhead, " +
              tenthPercent(lost_s / whole_s) + ".");
  linkTo(page, "waterfall", "All rows");
  page.close();
}

/// " (4.2 % at all places)": where one place has clearly less than its row.
std::string inAllText(const AnswerRow &row, const Table &table) {
  constexpr double clearly = 1.1;
  for (const LedgerLine &line : table.overheads)
    if (labelOf(line.category) == row.name && !line.is_void &&
        line.time.time_s > clearly * row.time.time_s)
      return " (" + tenthPercent(line.time.time_s / table.parallel_time.time_s) + " at all places)";
  return "";
}

/// "load imbalance, 32.4 % of T_p ± 2.0, at lu2.c:29 for".
void writeRow(Markup &page, const AnswerRow &row, const PageContext &context) {
  double whole_s = context.table().parallel_time.time_s;
  if (row.is_void)
    page.text(row.name + ", " +
              percentRangeText({100 * row.time.low_s / whole_s, 100 * row.time.high_s / whole_s}) +
              " of T_p");
  else
    page.text(row.name + ", " + tenthPercent(row.time.time_s / whole_s) + " of T_p" +
              percentBandText(row.time, whole_s) + inAllText(row, context.table()));
  if (!row.construct)
    return;
  page.text(row.places > 1 ? ", at " + std::to_string(row.places) + " places, most at " : ", at ");
  writePlace(page, context, *row.construct,
             printable(row.construct->file) + ":" + std::to_string(row.construct->line));
  std::string kept = printable(withoutClauses(row.construct->directive));
  bool is_call = row.construct->kind == "call" || row.construct->kind == "loop" || kept.empty();
  page.text(" (" + (is_call ? wordsOf(*row.construct) : kept) + ")");
}

void writeWhereLine(Markup &page, const PageContext &context) {
  constexpr size_t most_rows = 6, most_said = 2;
  openLine(page, "Where?");
  Answer answer = answerOf(context.table(), most_rows);
  size_t said = 0;
  for (const AnswerRow &row : answer.rows) {
    bool is_sure = row.time.low_s > 0 || (!row.is_void && row.time.high_s <= row.time.low_s);
    if (row.time.time_s <= 0 || !is_sure || said == most_said)
      continue;
    page.text(said++ ? "; then " : "The largest is ");
    writeRow(page, row, context);
  }
  page.text(said ? "."
                 : "Nothing stands out: no overhead is surely " + tenthPercent(answered_share) +
                       " of T_p or more.");
  if (!context.table().constructs.empty())
    linkTo(page, "where", "All places");
  page.close();
}

void writeTryLine(Markup &page, const PageContext &context) {
  const Table &table = context.table();
  openLine(page, "What to try first?");
  std::string why = whyNoAdvice(table);
  if (!table.advice.empty()) {
    const Advice &first = table.advice.front();
    writeSentence(page, context, adviceText(first, table));
    if (std::string saving = savingText(first, table); !saving.empty())
      page.text(" " + saving);
  } else
    page.text(why.empty() ? "Nothing: no row is " + tenthPercent(advised_share) + " of T_p or more."
                          : why);
  if (!table.advice.empty())
    linkTo(page, "tries", "All that could be tried");
  page.close();
}

void writeNothingReliable(Markup &page) {
  page.open("li").element("strong", {}, "Where, and what to try?");
  page.text(" Not said, because the figures are not reliable. The tables below show them as they "
            "are.");
  page.close();
}

void writeWord(Markup &page, std::string_view word, const std::string &meaning) {
  page.element("dt", {}, word).element("dd", {}, meaning);
}

} // namespace

void writeAnswer(Markup &page, const PageContext &context) {
  const Ledger &ledger = context.ledger;
  const Table &table = context.table();
  Believed believed = beliefIn(ledger, table);
  bool is_reliable =
      (believed.belief != Belief::NotReliable || resultsDiffer(ledger)) && !isUnreliable(table);
  page.element("h1", {}, ledger.program);
  if (!ledger.predicted.empty())
    writeLoud(page, "Predicted, not measured: " + ledger.predicted);
  if (std::string cut = cutOffText(ledger); !cut.empty())
    writeLoud(page, cut);
  if (resultsDiffer(ledger))
    writeLoud(page, outputsSentence(ledger));
  if (believed.belief == Belief::NotReliable)
    writeLoud(page, beliefText(believed) + ".");
  page.open("ul", {{"class", "answer"}});
  writeCostLine(page, context);
  if (is_reliable) {
    writeWhereLine(page, context);
    writeTryLine(page, context);
  } else {
    writeNothingReliable(page);
  }
  page.close();
  page.open("p", {{"class", "belief"}});
  if (believed.belief != Belief::NotReliable)
    page.text("May I believe this? " + beliefText(believed) + ".");
  linkTo(page, "belief", "How it was measured");
  page.close();
}

void writeWords(Markup &page, const PageContext &context) {
  const Ledger &ledger = context.ledger;
  bool is_job = context.table().ranks > 0;
  page.open("details", {{"class", "words"}}).element("summary", {}, "Words of this page");
  page.open("dl");
  writeWord(page, "p",
            is_job ? "the number of threads, of all ranks together" : "the number of threads");
  writeWord(page, "T_s", "the time of " + comparedText(ledger) + ", without probes");
  writeWord(page, "T_p",
            "the time of the program on p threads, without probes: the mean of the repetitions "
            "that were least disturbed, three fifths from five on");
  writeWord(page, "T_s / p", "the ideal time: what T_p would be if nothing was lost");
  writeWord(page, "overhead", "what T_p has more than T_s / p. Its rows add up to it");
  writeWord(page, "% of T_p",
            "all figures of all rows and places are shares of T_p: time of all "
            "threads, divided by p");
  writeWord(page, "efficiency", "T_s / (p T_p): 100 % if nothing was lost");
  writeWord(page, "±, band", "half of the 95 % band: how far repetitions lie apart");
  writeWord(page, "region", "a parallel region, from its fork to its join");
  writeWord(page, "place", "a construct of OpenMP, or a loop or call of serial code");
  if (is_job)
    writeWord(page, "rank", "a process of the MPI job, with threads of its own");
  page.close().close();
}

} // namespace tare
