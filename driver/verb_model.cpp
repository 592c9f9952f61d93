// SPDX-License-Identifier: Apache-2.0
// `tare model`, `tare forecast`, `tare which`: models of several results, and what they predict.
#include "driver/verbs.h"

#include "analyzer/forecast/forecast_json.h"
#include "analyzer/models/model_report.h"
#include "analyzer/models/predicted_ledger.h"
#include "analyzer/models/which.h"
#include "analyzer/report/note_text.h"
#include "analyzer/report/page.h"
#include "base/files.h"
#include "base/quantity.h"
#include "base/text.h"
#include "driver/compared_growth.h"
#include "driver/files_source.h"
#include "driver/show_ledger.h"

#include <algorithm>
#include <map>

namespace tare {
namespace {

Result<void> writeUnlessEmpty(const std::string &file, const std::string &text) {
  return file.empty() ? Result<void>() : writeFileAtomic(file, text);
}

/// "N", "M" of "N,M,threads".
std::vector<std::string> sizesIn(const std::string &by) {
  std::vector<std::string> sizes;
  for (const std::string &part : splitText(by, ','))
    if (std::string name(trimText(part)); !name.empty() && name != threads_parameter)
      sizes.push_back(name);
  return sizes;
}

std::vector<std::string> sizesIn(const ModelPoint &at) {
  std::vector<std::string> sizes;
  for (const auto &[name, value] : at)
    sizes.push_back(name);
  return sizes;
}

Result<TableQuestion> questionIn(const ModelOptions &options) {
  TableQuestion question;
  if (!options.user_template.empty()) {
    TARE_TRY(question.user_template, readTemplate(options.user_template));
  }
  if (!options.footprint.empty()) {
    std::string text = options.footprint;
    char *end = nullptr;
    double factor = std::strtod(text.c_str(), &end);
    if (end != text.c_str() && (*end == '*' || *end == ' ')) {
      question.memory.factor = factor;
      text = std::string(end + 1);
    }
    TARE_TRY(question.memory.footprint, readTemplate(text));
  }
  for (double bytes : options.caches)
    question.memory.caches.push_back(
        {static_cast<int>(question.memory.caches.size()) + 1, bytes, 0});
  return question;
}

/// Error: a footprint is said, and nobody says how large the caches are.
Result<void> checkCaches(const std::vector<NamedLedger> &ledgers, const ModelOptions &options) {
  if (options.footprint.empty() || !options.caches.empty())
    return {};
  for (const NamedLedger &named : ledgers)
    if (named.ledger->machine.caches.empty())
      return Error{"the sizes of the machine's caches are not in these results", named.path,
                   "add --caches LIST"};
  return {};
}

Result<TablesOfProgram> programTables(const ModelOptions &options,
                                      const std::vector<std::string> &results,
                                      const std::vector<std::string> &sizes) {
  TARE_TRY(std::vector<NamedLedger> ledgers, FilesSource(results).ledgers());
  TARE_DO(checkCaches(ledgers, options));
  OrRefused<TablesOfProgram> tables = programTablesOf(ledgers, sizes);
  if (!tables.ok())
    return refusedError(tables.refusal());
  return tables.value();
}

Forecast forecastOf(const TablePrediction &made, const ModelOptions &options,
                    const std::string &scenario, size_t tables) {
  Forecast forecast;
  forecast.scenario = scenario;
  for (const auto &[name, value] : made.at)
    forecast.options += (forecast.options.empty() ? "" : " ") +
                        (name == threads_parameter ? "--threads " + countText(value)
                                                   : "--param " + name + "=" + countText(value));
  if (!options.user_template.empty())
    forecast.options += " --template " + options.user_template;
  forecast.threads = made.threads;
  forecast.base_threads = made.nearest->table->threads;
  forecast.base = made.nearest->table->parallel_time;
  forecast.time = made.parallel;
  double gain = forecast.base.time_s - forecast.time.time_s;
  double half = made.parallel.high_s - made.parallel.time_s;
  forecast.gain = {gain, gain - half, gain + half};
  forecast.assumes = {"the machine, the compiler and the caches' level stay the same"};
  int unknown = 0;
  for (const PredictedRow &row : made.rows)
    unknown += row.unknown.has_value();
  if (unknown)
    forecast.lacks.push_back(numberOf(unknown, "row") + " without a model, " +
                             tenthPercent(made.unknown_share) + " of the time");
  if (made.disagrees)
    forecast.lacks.push_back(
        "the rows' sum and the time fitted as one figure differ; the sum was moved by " +
        timeText(made.reconciled_s));
  (void)tables;
  return forecast;
}

/// The answer in a sentence, and what it rests on; the rest is in the table.
std::string sayForecast(const TablePrediction &made, const std::string &scenario, size_t tables) {
  Page page(widthOfOutput(), false);
  double half = made.parallel.high_s - made.parallel.time_s;
  page.paragraph("At " + scenario + " it is predicted to take " +
                     timeBandText(made.parallel.time_s, half) + ", from " +
                     numberOf(static_cast<int64_t>(tables), "table") + ".",
                 2);
  if (made.direct) {
    double direct = made.direct->high_s - made.direct->time_s;
    page.paragraph("  T_p fitted as one figure: " + timeBandText(made.direct->time_s, direct) +
                       (made.disagrees ? ", which is not what the rows add up to"
                                       : ", which agrees with the sum of the rows") +
                       ": the sum was moved by " + timeText(made.reconciled_s) + ".",
                   4);
  }
  std::map<std::string, std::vector<std::string>> ranges; // names by reason
  for (const PredictedRow &row : made.rows)
    if (row.unknown && std::abs(row.time.time_s) >= 0.001 * made.parallel.time_s)
      ranges[row.unknown->text()].push_back(row.name);
  for (const auto &[reason, names] : ranges)
    page.paragraph("  Without a model, so only a range: " + printable(joinText(names, "; ")) +
                       " (" + printable(reason) + ").",
                   4);
  page.blank();
  return page.take();
}

} // namespace

Result<int> verbModel(const ModelOptions &options) {
  TARE_TRY(TableQuestion question, questionIn(options));
  TARE_TRY(TablesOfProgram tables, programTables(options, options.results, sizesIn(options.by)));
  OrRefused<ModelReport> models = modelReport(tables, question, options.efficiency);
  if (!models.ok())
    return refusedError(models.refusal());
  ModelReport &report = models.value();
  if (!options.against.empty()) {
    TARE_TRY(TablesOfProgram base, programTables(options, options.against, sizesIn(options.by)));
    TARE_TRY(report.growth, growthAgainst(base, options.against.front(), report, question));
  }
  if (options.json == "-")
    return print(modelJson(report)) ? exit_ok : exit_usage;
  TARE_DO(writeUnlessEmpty(options.json, modelJson(report)));
  if (report.growth)
    return printForPeople(growthText(*report.growth, report.program, widthOfOutput())) ? exit_ok
                                                                                       : exit_usage;
  return printForPeople(modelText(report, {options.of, options.full}, widthOfOutput()))
             ? exit_ok
             : exit_usage;
}

Result<int> verbForecast(const ModelOptions &options) {
  TARE_TRY(TableQuestion question, questionIn(options));
  TARE_TRY(TablesOfProgram tables, programTables(options, options.results, sizesIn(options.at)));
  ModelPoint at = options.at;
  int most = 0;
  for (const TableAt &table : tables.tables)
    most = std::max(most, table.table->threads);
  at[std::string(threads_parameter)] = options.threads > 0 ? options.threads : most;
  for (const std::string &size : tables.sizes)
    if (!at.contains(size))
      return Error{"the results differ in " + size + ", and its value is not said", "",
                   "add --param " + size + "=VALUE"};
  std::string scenario = scenarioText(at);
  ForecastReport report;
  report.origin = "model";
  report.program = tables.keys.program;
  report.results = joinText(options.results, " ");
  report.runtime = tables.tables.front().ledger->openmp_runtime.name;
  OrRefused<TablePrediction> made = predictTable(tables, at, question);
  if (!made.ok()) {
    report.refused.push_back({scenario, "", made.refusal().text()});
    if (options.json == "-")
      return print(forecastJson(report)) ? exit_inconclusive : exit_usage;
    TARE_DO(writeUnlessEmpty(options.json, forecastJson(report)));
    Error error = refusedError(made.refusal());
    error.exit_status = exit_inconclusive;
    return error;
  }
  report.forecasts.push_back(forecastOf(made.value(), options, scenario, tables.tables.size()));
  Ledger ledger = predictedLedger(
      made.value(),
      scenario + ", from " + numberOf(static_cast<int64_t>(tables.tables.size()), "table"));
  TARE_DO(writeUnlessEmpty(options.table, reportJson(ledger)));
  if (options.json == "-")
    return print(forecastJson(report)) ? exit_ok : exit_usage;
  TARE_DO(writeUnlessEmpty(options.json, forecastJson(report)));
  bool shown = printForPeople(sayForecast(made.value(), scenario, tables.tables.size()));
  return showLedger(ledger, {.full = options.full}) && shown ? exit_ok : exit_usage;
}

Result<int> verbWhich(const ModelOptions &options) {
  TARE_TRY(TableQuestion question, questionIn(options));
  if (options.at.empty())
    return Error{"the size to compare at is not said", "", "add --param N=VALUE"};
  TARE_TRY(std::vector<NamedLedger> ledgers, FilesSource(options.results).ledgers());
  TARE_DO(checkCaches(ledgers, options));
  std::vector<WhichChoice> choices = choicesAt(ledgers, options.at, options.of, question);
  if (!printForPeople(whichText(choices, options.at, options.of, widthOfOutput())))
    return exit_usage;
  return !choices.empty() && choices.front().time.ok() ? exit_ok : exit_inconclusive;
}

} // namespace tare
