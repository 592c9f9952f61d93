// SPDX-License-Identifier: Apache-2.0
// What to try: pieces of advice, with the predicted time of each beside T_p.
#include "analyzer/report/html/chart.h"
#include "analyzer/report/html/page_view.h"
#include "analyzer/report/parts.h"
#include "base/quantity.h"

#include <algorithm>

namespace tare {
namespace {

void drawPrediction(Markup &page, const Advice &advice, double whole_s) {
  Axis x{0, whole_s, 0, 1000};
  openBar(page);
  PathText now, then, whisker;
  now.box(0, 4, 1000, 12);
  then.box(0, 4, x.at(advice.predicted->time.time_s), 12);
  double low = x.at(advice.predicted->time.low_s), high = x.at(advice.predicted->time.high_s);
  whisker.move(low, 10).line(high, 10).move(low, 5).line(low, 15).move(high, 5).line(high, 15);
  drawPath(page, "before", now);
  drawPath(page, "predicted", then);
  drawPath(page, "whisker", whisker);
  page.close();
}

} // namespace

void writeTries(Markup &page, const PageContext &context) {
  const Table &table = context.table();
  double whole_s = table.parallel_time.time_s;
  page.element("p", {},
               "Predicted times are made from the measured run. They are no measurements: try the "
               "first one, and measure again.");
  page.open("ol");
  for (const Advice &advice : table.advice) {
    page.open("li").element("p", {}, advice.sentence);
    if (advice.predicted) {
      const AdvisedTime &then = *advice.predicted;
      page.open("p", {{"class", "prediction"}}).text("Predicted: ");
      page.figure(then.time.time_s, timeText(then.time.time_s));
      page.text(" (" + timeText(then.time.low_s) + " to " + timeText(then.time.high_s) +
                "; 90 %) in place of ");
      page.figure(whole_s, timeText(whole_s));
      page.text(then.is_bound ? ". At best: how much of it is reached is not known." : ".").close();
      drawPrediction(page, advice, whole_s);
    } else if (advice.gain_s > 0) {
      page.open("p").text("It may save at most ");
      page.figure(advice.gain_s, timeText(advice.gain_s)).text(".").close();
    }
    if (!advice.source.empty())
      page.element("p", {{"class", "source"}}, advice.source);
    page.close();
  }
  page.close();
  if (std::string why = whyNoAdvice(table); !why.empty())
    page.element("p", {}, why);
}

} // namespace tare
