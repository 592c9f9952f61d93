// SPDX-License-Identifier: Apache-2.0
// What if: answers that were computed beforehand, one of which a reader chooses. They are
// predictions, and say so.
#include "analyzer/forecast/forecast_text.h"
#include "analyzer/report/html/page_view.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>

namespace tare {
namespace {

void writeForecast(Markup &page, const Forecast &forecast) {
  page.open("div", {{"class", "whatif"}});
  page.element("h3", {}, forecast.scenario); // often begins with the name of a file
  page.open("p", {{"class", "prediction"}}).text("Predicted: ");
  page.figure(forecast.time.time_s, timeText(forecast.time.time_s));
  page.text(" (" + timeText(forecast.time.low_s) + " to " + timeText(forecast.time.high_s) +
            "; 90 %) in place of ");
  page.figure(forecast.base.time_s, timeText(forecast.base.time_s));
  page.text(": " + gainText(forecast) + ".").close();
  drawPrediction(page, forecast.time, forecast.base.time_s);
  if (forecast.needs_edit)
    page.element("p", {}, "The program has to be changed for it.");
  if (!forecast.assumes.empty())
    page.element("p", {}, "Assumes that " + joinText(forecast.assumes, "; ") + ".");
  if (!forecast.lacks.empty())
    page.element("p", {},
                 "Not known, so the band is wider: " + joinText(forecast.lacks, "; ") + ".");
  page.open("p").text("To ask for it alone: ");
  page.element("code", {}, "tare whatif RESULTS " + forecast.options).close();
  page.close();
}

} // namespace

void writeWhatIf(Markup &page, const PageContext &context) {
  const ForecastReport *report = context.data.answers;
  if (!report) {
    page.element("p", {}, "Not asked: " + context.data.no_answers + ".");
    return;
  }
  if (report->forecasts.empty())
    page.element("p", {},
                 "No question was put: no construct loses 2 % of T_p to its schedule, a lock, a "
                 "barrier, starting a region, tasks, or to being serial. Other changes, such as "
                 "where data lie in memory, are not predicted.");
  else
    page.element(
        "p", {},
        "These are predictions from the measured run, not measurements. The grey bar is "
        "the measured time, the other one the predicted time with its band of 90 %. The band "
        "of a gain is narrower: the spread of the runs is in both times.");
  constexpr size_t most = 40;
  size_t shown = std::min(report->forecasts.size(), most);
  for (size_t i = 0; i < shown; ++i)
    writeForecast(page, report->forecasts[i]);
  if (shown < report->forecasts.size())
    page.element("p", {},
                 "Left out: " + numberOf(int64_t(report->forecasts.size() - shown), "answer") +
                     " that gain less.");
  for (const ForecastPair &pair : report->pairs)
    page.element("p", {},
                 "Together, " + pair.first + " and " + pair.second + " gain " +
                     timeText(pair.gain.time_s) + ": not the sum of both.");
  if (report->refused.empty())
    return;
  page.open("details").element("summary", {}, "What could not be answered");
  page.open("ul");
  for (const RefusedForecast &refused : report->refused)
    page.element("li", {}, refused.scenario + ": " + refused.reason + ".");
  page.close().close();
}

} // namespace tare
