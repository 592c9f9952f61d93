// SPDX-License-Identifier: Apache-2.0
// What to try: pieces of advice, with the predicted time of each beside T_p.
#include "analyzer/report/advice_text.h"
#include "analyzer/report/html/chart.h"
#include "analyzer/report/html/page_view.h"
#include "analyzer/report/parts.h"
#include "analyzer/report/unadvised.h"
#include "base/quantity.h"

#include <algorithm>

namespace tare {
namespace {

/// Large rows that no piece of advice is about, each with the reason.
void writeUnadvised(Markup &page, const Table &table) {
  std::vector<std::string> sentences;
  for (const LedgerLine &line : table.overheads)
    if (std::string why = whyUnadvised(line, table); !why.empty())
      sentences.push_back(why);
  if (sentences.empty() || table.advice.empty())
    return;
  page.element("h3", {}, "Large rows without advice");
  page.open("ul");
  for (const std::string &sentence : sentences)
    page.element("li", {}, sentence);
  page.close();
}

} // namespace

void writeTries(Markup &page, const PageContext &context) {
  const Table &table = context.table();
  double whole_s = table.parallel_time.time_s;
  if (std::ranges::any_of(table.advice,
                          [](const Advice &each) { return each.predicted.has_value(); }))
    page.element("p", {},
                 "Predicted times are made from the measured run. They are no measurements: try "
                 "the first one, and measure again.");
  page.open("ol");
  for (const Advice &advice : table.advice) {
    page.open("li").open("p");
    writeSentence(page, context, advice.sentence);
    page.close();
    if (advice.predicted) {
      const AdvisedTime &then = *advice.predicted;
      page.open("p", {{"class", "prediction"}}).text("Predicted: ");
      page.figure(then.time.time_s, timeText(then.time.time_s));
      page.text(" (" + timeText(then.time.low_s) + " to " + timeText(then.time.high_s) +
                "; 90 %) in place of ");
      page.figure(whole_s, timeText(whole_s));
      page.text(then.is_bound ? ". At best: how much of it is reached is not known." : ".").close();
      drawPrediction(page, then.time, whole_s);
    } else if (std::string saving = savingText(advice, table); !saving.empty())
      page.element("p", {}, saving);
    page.close();
  }
  page.close();
  if (std::string why = whyNoAdvice(table); !why.empty())
    page.element("p", {}, why);
  writeUnadvised(page, table);
}

} // namespace tare
