// SPDX-License-Identifier: Apache-2.0
// Measurements as the files of other tools: Extra-P (JSON Lines), Bencher (Metric Format),
// github-action-benchmark (customSmallerIsBetter), Google Benchmark.
#include "driver/archive/measured_rows.h"

#include "base/json/fields.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tare {
namespace {

using json::Fields;
constexpr json::Number milliseconds{-1e12, 1e12, json::toSixDigits};

std::optional<double> numberOfText(const std::string &text) {
  char *end = nullptr;
  double number = std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0' && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// "lu2/N=800/p=4".
std::string benchmarkName(const MeasuredRow &row) {
  std::string name = row.application;
  for (const auto &[key, value] : row.parameters)
    name += "/" + key + "=" + value;
  return name + "/p=" + std::to_string(row.threads);
}

std::string metricName(const MeasuredRow &row) {
  return row.place.empty() ? row.metric : row.metric + " at " + row.place;
}

std::vector<double> valuesOf(const MeasuredRow &row) {
  return row.repetitions_s.empty() ? std::vector<double>{row.value_s} : row.repetitions_s;
}

// ---- Extra-P: numbers as parameters, one object a line ----

struct ExtraPLine {
  std::map<std::string, double> params;
  std::string callpath, metric;
  std::vector<double> value;
};

void extraPRows(Fields &io, ExtraPLine &line) {
  io.required("params", line.params, json::amount);
  io.required("callpath", line.callpath);
  io.required("metric", line.metric);
  io.required("value", line.value, json::seconds);
}

/// "->" divides a path there.
std::string withoutArrows(std::string text) {
  for (size_t at; (at = text.find("->")) != std::string::npos;)
    text.replace(at, 2, "- >");
  return text;
}

std::string extraPText(const std::vector<MeasuredRow> &rows) {
  std::string text;
  for (const MeasuredRow &row : rows) {
    ExtraPLine line;
    for (const auto &[name, value] : row.parameters)
      if (auto number = numberOfText(value))
        line.params[name] = *number;
    line.params["p"] = row.threads;
    line.callpath = withoutArrows(row.application) + (row.place.empty() ? "" : "->" + withoutArrows(row.place));
    line.metric = row.metric;
    line.value = valuesOf(row);
    text += json::write(line, extraPRows, -1);
    if (!text.ends_with('\n'))
      text += '\n';
  }
  return text;
}

// ---- Bencher ----

struct BencherMeasure {
  double value = 0, low = 0, high = 0;
};

void measureRows(Fields &io, BencherMeasure &measure) {
  io.required("value", measure.value, json::seconds);
  io.required("lower_value", measure.low, json::seconds);
  io.required("upper_value", measure.high, json::seconds);
}

using BencherMeasures = std::vector<std::pair<std::string, BencherMeasure>>;

void measuresRows(Fields &io, BencherMeasures &measures) {
  for (auto &[name, measure] : measures)
    io.required(name, measure, measureRows);
}

using BencherBenchmarks = std::vector<std::pair<std::string, BencherMeasures>>;

void benchmarksRows(Fields &io, BencherBenchmarks &benchmarks) {
  for (auto &[name, measures] : benchmarks)
    io.required(name, measures, measuresRows);
}

/// Of equal names the newest: a metric has one value there.
std::string bencherText(const std::vector<MeasuredRow> &rows) {
  BencherBenchmarks benchmarks;
  for (const MeasuredRow &row : rows) {
    std::string name = benchmarkName(row), metric = metricName(row);
    auto benchmark = std::ranges::find(benchmarks, name, &BencherBenchmarks::value_type::first);
    if (benchmark == benchmarks.end())
      benchmark = benchmarks.insert(benchmarks.end(), {name, {}});
    BencherMeasures &measures = benchmark->second;
    auto measure = std::ranges::find(measures, metric, &BencherMeasures::value_type::first);
    if (measure == measures.end())
      measure = measures.insert(measures.end(), {metric, {}});
    measure->second = {row.value_s, row.low_s, row.high_s};
  }
  return json::write(benchmarks, benchmarksRows);
}

// ---- github-action-benchmark ----

struct ActionEntry {
  std::string name, unit = "ms", range, extra;
  double value = 0;
};

void actionRows(Fields &io, ActionEntry &entry) {
  io.required("name", entry.name);
  io.required("unit", entry.unit);
  io.required("value", entry.value, milliseconds);
  io.required("range", entry.range);
  io.optional("extra", entry.extra);
}

/// The tool wants the list itself.
std::string actionText(const std::vector<MeasuredRow> &rows) {
  std::vector<std::string> entries;
  for (const MeasuredRow &row : rows) {
    ActionEntry entry;
    entry.name = benchmarkName(row) + " " + metricName(row);
    entry.value = row.value_s * 1e3;
    entry.range = "± " + ratioText((row.high_s - row.low_s) / 2 * 1e3);
    entry.extra = row.machine;
    entries.push_back(std::string(trimText(json::write(entry, actionRows, -1))));
  }
  return "[" + joinText(entries, ",\n ") + "]\n";
}

// ---- Google Benchmark: an entry for each repetition ----

struct GoogleEntry {
  std::string name, run_name, run_type = "iteration", time_unit = "ms";
  int repetitions = 1, index = 0, threads = 1, iterations = 1;
  double time = 0;
};

void googleRows(Fields &io, GoogleEntry &entry) {
  io.required("name", entry.name);
  io.required("run_name", entry.run_name);
  io.required("run_type", entry.run_type);
  io.required("repetitions", entry.repetitions);
  io.required("repetition_index", entry.index);
  io.required("threads", entry.threads);
  io.required("iterations", entry.iterations);
  io.required("real_time", entry.time, milliseconds);
  io.required("cpu_time", entry.time, milliseconds);
  io.required("time_unit", entry.time_unit);
}

struct GoogleContext {
  std::string date, host;
};

struct GoogleDocument {
  GoogleContext context;
  std::vector<GoogleEntry> benchmarks;
};

void contextRows(Fields &io, GoogleContext &context) {
  io.required("date", context.date);
  io.required("host_name", context.host);
}

void googleDocumentRows(Fields &io, GoogleDocument &document) {
  io.required("context", document.context, contextRows);
  io.required("benchmarks", document.benchmarks, googleRows);
}

std::string googleText(const std::vector<MeasuredRow> &rows) {
  GoogleDocument document;
  for (const MeasuredRow &row : rows) {
    document.context.date = row.measured_utc;
    document.context.host = row.machine;
    std::vector<double> values = valuesOf(row);
    for (size_t i = 0; i < values.size(); ++i) {
      GoogleEntry entry;
      entry.name = entry.run_name = benchmarkName(row) + "/" + metricName(row);
      entry.repetitions = static_cast<int>(values.size());
      entry.index = static_cast<int>(i);
      entry.threads = row.threads;
      entry.time = values[i] * 1e3;
      document.benchmarks.push_back(std::move(entry));
    }
  }
  return json::write(document, googleDocumentRows);
}

} // namespace

std::string inFormat(const std::string &format, const std::vector<MeasuredRow> &rows) {
  if (format == "extra-p-jsonl")
    return extraPText(rows);
  if (format == "bmf")
    return bencherText(rows);
  return format == "google-benchmark" ? googleText(rows) : actionText(rows);
}

} // namespace tare
