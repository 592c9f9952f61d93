// SPDX-License-Identifier: Apache-2.0
#include "analyzer/forecast/forecast_text.h"

#include "analyzer/forecast/job_forecast_text.h"
#include "analyzer/ledger/run_size.h"
#include "analyzer/report/page.h"
#include "base/quantity.h"

#include <algorithm>
#include <cmath>

namespace tare {

bool isGain(const Forecast &forecast) { return forecast.gain.low_s > 0; }

std::string gainText(const Forecast &forecast) {
  const Estimate &gain = forecast.gain;
  double half = (gain.high_s - gain.low_s) / 2, size = std::abs(gain.time_s);
  if (size <= half)
    return half > 0 ? "no gain or loss beyond the gain's band of ± " + timeText(half)
                    : "changes nothing";
  std::string share =
      tenthPercent(size / forecast.base.time_s) + " of " + timeText(forecast.base.time_s);
  return (gain.time_s > 0 ? "gains " : "loses ") + timeBandText(size, half) + " (" + share + ")";
}

namespace {

double halfOf(const Estimate &estimate) { return (estimate.high_s - estimate.low_s) / 2; }

std::string withBand(const Estimate &estimate) {
  return timeBandText(estimate.time_s, halfOf(estimate));
}

std::string measuredSize(const Forecast &forecast) {
  return sizeText({forecast.base_threads, forecast.job ? forecast.job->ranks : 0});
}

std::string speedText(const Forecast &forecast) {
  if (!(forecast.base.time_s > 0) || !(forecast.time.time_s > 0))
    return "";
  double ratio = forecast.base.time_s / forecast.time.time_s;
  if (ratio == 1)
    return "as it was measured";
  if (std::abs(ratio - 1) < 0.005)
    return forecast.base_threads == forecast.threads
               ? "as fast as now"
               : "as fast as " + numberOf(forecast.base_threads, "thread");
  return ratio > 1 ? ratioText(ratio) + " times as fast" : ratioText(1 / ratio) + " times as slow";
}

std::string joinedClauses(const std::vector<std::string> &clauses) {
  std::string text;
  for (const std::string &clause : clauses)
    text += (text.empty() ? "" : "; ") + clause;
  return text;
}

class ForecastPage {
public:
  ForecastPage(const ForecastReport &report, const ForecastTextOptions &options)
      : report_(report), options_(options), page_(options.width, options.colour) {}

  std::string text() {
    if (!report_.unreliable.empty())
      page_.paragraph("NOT RELIABLE: " + report_.unreliable +
                          ". Predictions from such runs say little: measure again on an idle "
                          "machine, or with more repetitions (--repeat).",
                      2, Style::Loud);
    if (options_.is_ranking)
      head();
    int number = 0;
    for (const Forecast &forecast : report_.forecasts)
      one(forecast, ++number);
    for (const ForecastPair &pair : report_.pairs)
      page_.paragraph("Together, " + pair.first + " " + pair.second + " gain " +
                          withBand(pair.gain) + ": not the sum of both.",
                      2);
    for (const RefusedForecast &refused : report_.refused)
      page_.paragraph("Not answered: " + refused.scenario + ". The reason: " + refused.reason + ".",
                      2);
    return page_.take();
  }

private:
  void head() {
    const Estimate &base = report_.forecasts.empty() ? Estimate() : report_.forecasts.front().base;
    if (report_.forecasts.empty()) {
      page_.paragraph(report_.program + ": nothing that Tare can predict gains more than its band.",
                      2, Style::Bold);
      return;
    }
    page_.paragraph(report_.program + " takes " + withBand(base) + " on " +
                        measuredSize(report_.forecasts.front()) +
                        ". What it would take, predicted:",
                    2, Style::Bold);
    page_.blank();
  }

  void one(const Forecast &forecast, int number) {
    std::string lead = options_.is_ranking ? std::to_string(number) + ". " : "";
    page_.paragraph(lead + forecast.scenario + ": " + withBand(forecast.time) + ", " +
                        speedText(forecast),
                    static_cast<int>(lead.size()), Style::Bold);
    std::string indent = "   ";
    std::string from = forecast.base_threads == forecast.threads
                           ? ""
                           : ", against " + numberOf(forecast.base_threads, "thread");
    page_.paragraph(indent + gainText(forecast) + from + ".", 3);
    if (forecast.verified)
      verified(forecast, indent);
    if (forecast.job && !options_.is_ranking)
      writeJobForecast(page_, *forecast.job, forecast.threads);
    if (!forecast.assumes.empty())
      page_.paragraph(indent + "Assumes that " + joinedClauses(forecast.assumes) + ".", 3);
    if (!forecast.lacks.empty())
      page_.paragraph(
          indent + "Not known, so the band is wider: " + joinedClauses(forecast.lacks) + ".", 3);
    if (options_.is_ranking)
      page_.paragraph(indent + "Alone: tare whatif " + report_.results + " " + forecast.options, 3,
                      Style::Dim);
  }

  void verified(const Forecast &forecast, const std::string &indent) {
    const Verification &verified = *forecast.verified;
    std::string said = indent + "Run " + numberOf(verified.runs, "time") +
                       " in turns with the program as it is, which took " +
                       timeText(verified.as_is.time_s) + " now and " +
                       timeText(forecast.base.time_s) + " then";
    if (!verified.comparable)
      said += ": the machine or the program is not what it was, so this says nothing.";
    else
      said += ". Scaled to then it takes " + withBand(verified.time) +
              (verified.inside ? ": inside the band."
               : forecast.job  ? ": OUTSIDE the band. Do not rely on this answer."
                               : ": OUTSIDE the band. Later answers of this kind have wider ones.");
    bool is_miss = verified.comparable && !verified.inside;
    page_.paragraph(said, 3, is_miss ? Style::Loud : Style::Plain);
  }

  const ForecastReport &report_;
  const ForecastTextOptions &options_;
  Page page_;
};

} // namespace

std::string forecastText(const ForecastReport &report, const ForecastTextOptions &options) {
  return ForecastPage(report, options).text();
}

} // namespace tare
