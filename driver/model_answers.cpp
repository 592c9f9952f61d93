// SPDX-License-Identifier: Apache-2.0
#include "driver/model_answers.h"

#include "analyzer/models/predicted_ledger.h"
#include "base/quantity.h"
#include "base/text.h"
#include "driver/compared_growth.h"

#include <algorithm>
#include <cstdlib>

namespace tare {
namespace {

std::vector<std::string> sizesOfPoint(const ModelPoint &at) {
  std::vector<std::string> sizes;
  for (const auto &[name, value] : at)
    sizes.push_back(name);
  return sizes;
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

Forecast forecastOf(const TablePrediction &made, const ModelOptions &options,
                    const std::string &scenario) {
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
  return forecast;
}

} // namespace

std::vector<std::string> sizesNamedBy(const ModelOptions &options) {
  std::vector<std::string> sizes;
  for (const std::string &part : splitText(options.by, ','))
    if (std::string name(trimText(part)); !name.empty() && name != threads_parameter)
      sizes.push_back(name);
  return sizes;
}

Result<TableQuestion> tableQuestionOf(const ModelOptions &options) {
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

Result<TablesOfProgram> programTablesFor(const ModelOptions &options,
                                         const std::vector<NamedLedger> &ledgers,
                                         const std::vector<std::string> &sizes) {
  TARE_DO(checkCaches(ledgers, options));
  OrRefused<TablesOfProgram> tables = programTablesOf(ledgers, sizes);
  if (!tables.ok())
    return refusedError(tables.refusal());
  return tables.value();
}

Result<ModelReport> modelAnswer(const ModelOptions &options,
                                const std::vector<NamedLedger> &ledgers) {
  TARE_TRY(TableQuestion question, tableQuestionOf(options));
  TARE_TRY(TablesOfProgram tables, programTablesFor(options, ledgers, sizesNamedBy(options)));
  OrRefused<ModelReport> models = modelReport(tables, question, options.efficiency);
  if (!models.ok())
    return refusedError(models.refusal());
  return models.value();
}

Result<ForecastAnswer> forecastAnswer(const ModelOptions &options,
                                      const std::vector<NamedLedger> &ledgers) {
  TARE_TRY(TableQuestion question, tableQuestionOf(options));
  TARE_TRY(TablesOfProgram found, programTablesFor(options, ledgers, sizesOfPoint(options.at)));
  ForecastAnswer answer;
  answer.tables = std::make_shared<TablesOfProgram>(std::move(found));
  const TablesOfProgram &tables = *answer.tables;
  ModelPoint at = options.at;
  int most = 0;
  for (const TableAt &table : tables.tables)
    most = std::max(most, table.table->threads);
  at[std::string(threads_parameter)] = options.threads > 0 ? options.threads : most;
  for (const std::string &size : tables.sizes)
    if (!at.contains(size))
      return Error{"the results differ in " + size + ", and its value is not said", "",
                   "add --param " + size + "=VALUE"};
  answer.scenario = scenarioText(at);
  answer.report.origin = "model";
  answer.report.program = tables.keys.program;
  answer.report.results = joinText(options.results, " ");
  answer.report.runtime = tables.tables.front().ledger->openmp_runtime.name;
  OrRefused<TablePrediction> made = predictTable(tables, at, question);
  if (!made.ok()) {
    answer.report.refused.push_back({answer.scenario, "", made.refusal().text()});
    answer.refusal = made.refusal();
    return answer;
  }
  answer.made = made.value();
  answer.report.forecasts.push_back(forecastOf(*answer.made, options, answer.scenario));
  return answer;
}

Result<std::vector<WhichChoice>> whichAnswer(const ModelOptions &options,
                                             const std::vector<NamedLedger> &ledgers) {
  TARE_TRY(TableQuestion question, tableQuestionOf(options));
  if (options.at.empty())
    return Error{"the size to compare at is not said", "", "add --param N=VALUE"};
  TARE_DO(checkCaches(ledgers, options));
  return choicesAt(ledgers, options.at, options.of, question);
}

} // namespace tare
