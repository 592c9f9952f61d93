// SPDX-License-Identifier: Apache-2.0
#include "analyzer/forecast/job_forecast_text.h"

#include "analyzer/ledger/categories.h"
#include "base/quantity.h"

#include <algorithm>

namespace tare {

namespace {

constexpr const char *job_indent = "   ";
constexpr int name_width = 26, figure_width = 13;

void tableLine(Page &page, const std::string &name, const std::string &measured,
               const std::string &predicted, Style style = Style::Plain) {
  page.line(job_indent + leftAligned(name, name_width) + rightAligned(measured, figure_width) +
                rightAligned(predicted, figure_width),
            style);
}

void writeRows(Page &page, const JobForecast &job, int threads) {
  tableLine(page, threads == job.ranks ? "time of a rank, mean" : "time of a thread, mean",
            "measured", "predicted", Style::Dim);
  JobForecastRow sum;
  for (const JobForecastRow &row : job.rows) {
    std::string name = row.name == "busy" ? "outside of MPI" : labelOf(row.name);
    tableLine(page, name, timeText(row.measured_s), timeText(row.predicted_s));
    sum.measured_s += row.measured_s;
    sum.predicted_s += row.predicted_s;
  }
  tableLine(page, "sum", timeText(sum.measured_s), timeText(sum.predicted_s), Style::Bold);
}

std::string counted(uint64_t count, const std::string &noun) {
  return numberOf(static_cast<int64_t>(count), noun);
}

std::string messagesText(const JobForecastMessages &messages) {
  std::string text;
  if (messages.matched)
    text = counted(messages.matched, "message") + ", " + std::to_string(messages.between_nodes) +
           " of them between nodes";
  if (messages.collectives)
    text += (text.empty() ? "" : "; ") + counted(messages.collectives, "collective");
  if (text.empty())
    text = "No message";
  text += ".";
  if (messages.unmatched)
    text += " Sends, receives and collectives without a partner: " +
            std::to_string(messages.unmatched) + ", most of them since " +
            messages.unmatched_because + "; they take as long as they did.";
  if (messages.rendezvous || messages.rendezvous_then)
    text += " Senders that wait for their receive (rendezvous): " +
            std::to_string(messages.rendezvous) + " as measured, " +
            std::to_string(messages.rendezvous_then) + " then.";
  if (messages.any_source)
    text += " Receives from any source: " + std::to_string(messages.any_source) + "; " +
            std::to_string(messages.taken_otherwise) + " get another message then.";
  if (messages.fixed_calls)
    text += " " + counted(messages.fixed_calls, "call") +
            " of MPI without a known partner: as long as measured.";
  return text;
}

/// What is added is shown for `scale` of it: "12 us a MB".
std::string slopeText(const char *what, const ForecastSlope &slope, double scale,
                      const char *unit) {
  auto added = [&](double value) { return timeText(value * scale); };
  std::string text = what + std::string(": ");
  if (slope.one_percent)
    text += added(*slope.one_percent) + unit + " more make the predicted job 1 % longer.";
  else
    text += "up to " + added(slope.most) + unit + " more cost less than 1 %.";
  constexpr size_t most_breaks = 3;
  std::string breaks;
  for (size_t i = 0; i < std::min(slope.breaks.size(), most_breaks); ++i)
    breaks += (i ? ", " : "") + added(slope.breaks[i]);
  if (!breaks.empty())
    text += " The slope changes near " + breaks + unit + ".";
  return text;
}

} // namespace

void writeJobForecast(Page &page, const JobForecast &job, int threads) {
  auto paragraph = [&](const std::string &text) { page.paragraph(job_indent + text, 3); };
  writeRows(page, job, threads);
  paragraph(job.placement + ". " + messagesText(job.messages));
  if (job.latency)
    paragraph(slopeText("Latency of each message", *job.latency, 1, ""));
  if (job.bytes)
    paragraph(slopeText("Time of their bytes", *job.bytes, 1e6, " a MB"));
  if (!job.no_slopes.empty())
    paragraph("How much more latency the job can bear is not known: " + job.no_slopes + ".");
}

} // namespace tare
