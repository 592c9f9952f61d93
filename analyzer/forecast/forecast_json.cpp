// SPDX-License-Identifier: Apache-2.0
#include "analyzer/forecast/forecast_json.h"

#include "base/formats/formats.h"
#include "base/json/fields.h"

namespace tare {

namespace {

using json::Fields;
using json::Whole;

constexpr uint64_t largest_forecast = uint64_t(256) << 20;

/// A figure and its band in seconds; a gain may be below 0.
void estimateRows(Fields &io, Estimate &estimate) {
  io.required("time_s", estimate.time_s, json::seconds);
  io.required("low_s", estimate.low_s, json::seconds);
  io.required("high_s", estimate.high_s, json::seconds);
  io.check(estimate.low_s <= estimate.time_s + 1e-9 && estimate.time_s <= estimate.high_s + 1e-9,
           "is not inside its band", "time_s");
  io.closed();
}

void verificationRows(Fields &io, Verification &verified) {
  io.required("time", verified.time, estimateRows);
  io.required("runs", verified.runs, Whole{0});
  io.required("inside", verified.inside);
  io.required("as_is", verified.as_is, estimateRows);
  io.required("comparable", verified.comparable);
  io.closed();
}

void jobRowRows(Fields &io, JobForecastRow &row) {
  io.required("name", row.name);
  io.required("measured_s", row.measured_s, json::seconds);
  io.required("predicted_s", row.predicted_s, json::seconds);
  io.closed();
}

void slopeRows(Fields &io, ForecastSlope &slope) {
  io.required("slope", slope.slope, json::amount);
  io.required("most", slope.most, json::amount);
  io.optional("one_percent", slope.one_percent, json::amount);
  io.optional("breaks", slope.breaks, json::amount);
  io.closed();
}

void messageRows(Fields &io, JobForecastMessages &messages) {
  io.required("matched", messages.matched);
  io.required("unmatched", messages.unmatched);
  io.optional("unmatched_because", messages.unmatched_because);
  io.required("collectives", messages.collectives);
  io.required("between_nodes", messages.between_nodes);
  io.required("rendezvous", messages.rendezvous);
  io.required("rendezvous_then", messages.rendezvous_then);
  io.required("late", messages.late);
  io.required("any_source", messages.any_source);
  io.required("taken_otherwise", messages.taken_otherwise);
  io.required("fixed_calls", messages.fixed_calls);
  io.closed();
}

void jobForecastRows(Fields &io, JobForecast &job) {
  io.required("ranks", job.ranks, Whole{1});
  io.required("placement", job.placement);
  io.required("rows", job.rows, jobRowRows);
  io.required("messages", job.messages, messageRows);
  io.optional("latency", job.latency, slopeRows);
  io.optional("bytes", job.bytes, slopeRows);
  io.optional("no_slopes", job.no_slopes);
  io.closed();
}

void forecastRows(Fields &io, Forecast &forecast) {
  io.required("scenario", forecast.scenario);
  io.required("options", forecast.options);
  io.required("threads", forecast.threads, Whole{1});
  io.required("base_threads", forecast.base_threads, Whole{1});
  io.required("base", forecast.base, estimateRows);
  io.required("time", forecast.time, estimateRows);
  io.required("gain", forecast.gain, estimateRows);
  io.optional("assumes", forecast.assumes);
  io.optional("lacks", forecast.lacks);
  io.required("needs_edit", forecast.needs_edit);
  io.optional("verified", forecast.verified, verificationRows);
  io.optional("job", forecast.job, jobForecastRows);
  io.closed();
}

void refusedRows(Fields &io, RefusedForecast &refused) {
  io.required("scenario", refused.scenario);
  io.required("options", refused.options);
  io.required("reason", refused.reason);
  io.closed();
}

void pairRows(Fields &io, ForecastPair &pair) {
  io.required("first", pair.first);
  io.required("second", pair.second);
  io.required("gain", pair.gain, estimateRows);
  io.closed();
}

void reportRows(Fields &io, ForecastReport &report) {
  io.schema(formats::forecast);
  io.required("origin", report.origin);
  io.required("program", report.program);
  io.optional("results", report.results);
  io.optional("unreliable", report.unreliable);
  io.optional("openmp_runtime", report.runtime);
  io.required("forecasts", report.forecasts, forecastRows);
  io.optional("refused", report.refused, refusedRows);
  io.optional("pairs", report.pairs, pairRows);
  io.closed();
}

} // namespace

std::string forecastJson(const ForecastReport &report) {
  return json::write(report, reportRows) + "\n";
}

Result<ForecastReport> readForecast(const std::string &path) {
  return json::readFrom(path, largest_forecast, "is no forecast that can be trusted: ", reportRows);
}

} // namespace tare
