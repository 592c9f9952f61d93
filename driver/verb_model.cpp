// SPDX-License-Identifier: Apache-2.0
// `tare model`, `tare forecast`, `tare which`: models of several results, and what they predict.
#include "driver/verbs.h"

#include "analyzer/forecast/forecast_json.h"
#include "analyzer/models/predicted_ledger.h"
#include "analyzer/report/note_text.h"
#include "analyzer/report/page.h"
#include "base/files.h"
#include "base/quantity.h"
#include "base/text.h"
#include "driver/compared_growth.h"
#include "driver/files_source.h"
#include "driver/model_answers.h"
#include "driver/show_ledger.h"

#include <algorithm>
#include <map>

namespace tare {
namespace {

Result<void> writeUnlessEmpty(const std::string &file, const std::string &text) {
  return file.empty() ? Result<void>() : writeFileAtomic(file, text);
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
  TARE_TRY(std::vector<NamedLedger> ledgers, FilesSource(options.results).ledgers());
  TARE_TRY(ModelReport report, modelAnswer(options, ledgers));
  if (!options.against.empty()) {
    TARE_TRY(TableQuestion question, tableQuestionOf(options));
    TARE_TRY(std::vector<NamedLedger> before, FilesSource(options.against).ledgers());
    TARE_TRY(TablesOfProgram base, programTablesFor(options, before, sizesNamedBy(options)));
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
  TARE_TRY(std::vector<NamedLedger> ledgers, FilesSource(options.results).ledgers());
  TARE_TRY(ForecastAnswer answer, forecastAnswer(options, ledgers));
  std::string json = forecastJson(answer.report);
  if (options.json == "-")
    return !print(json) ? exit_usage : answer.refusal ? exit_inconclusive : exit_ok;
  TARE_DO(writeUnlessEmpty(options.json, json));
  if (answer.refusal) {
    Error error = refusedError(*answer.refusal);
    error.exit_status = exit_inconclusive;
    return error;
  }
  size_t tables = answer.tables->tables.size();
  Ledger ledger = predictedLedger(
      *answer.made, answer.scenario + ", from " + numberOf(static_cast<int64_t>(tables), "table"));
  TARE_DO(writeUnlessEmpty(options.table, reportJson(ledger)));
  bool shown = printForPeople(sayForecast(*answer.made, answer.scenario, tables));
  return showLedger(ledger, {.full = options.full}) && shown ? exit_ok : exit_usage;
}

Result<int> verbWhich(const ModelOptions &options) {
  TARE_TRY(std::vector<NamedLedger> ledgers, FilesSource(options.results).ledgers());
  TARE_TRY(std::vector<WhichChoice> choices, whichAnswer(options, ledgers));
  std::string json = whichJson(choices, options.at, options.of);
  if (options.json == "-" && !print(json))
    return exit_usage;
  if (options.json != "-") {
    TARE_DO(writeUnlessEmpty(options.json, json));
    if (!printForPeople(whichText(choices, options.at, options.of, widthOfOutput())))
      return exit_usage;
  }
  return !choices.empty() && choices.front().time.ok() ? exit_ok : exit_inconclusive;
}

} // namespace tare
