// SPDX-License-Identifier: Apache-2.0
// `tare whatif`: what measured runs would take if something were changed.
#include "driver/verbs.h"

#include "analyzer/forecast/forecast_json.h"
#include "analyzer/forecast/forecast_text.h"
#include "analyzer/report/note_text.h"
#include "base/files.h"
#include "driver/ledger_at.h"
#include "driver/show_ledger.h"
#include "driver/weigh.h"
#include "driver/whatif/questions.h"
#include "driver/whatif_scenario.h"

namespace tare {
namespace {

Result<void> write(const std::string &file, const std::string &text) {
  return file.empty() ? Result<void>() : writeFileAtomic(file, text);
}

} // namespace

Result<int> verbWhatif(const WhatifOptions &typed) {
  WhatifOptions options = typed;
  if (options.results.empty()) {
    TARE_TRY(options.results, latestResults(resultsBase("")));
  }
  TARE_TRY(Questions questions, Questions::of(options.results));
  questions.startFrom(options.from);
  TARE_TRY(Scenario scenario, scenarioOf(options, questions.measured()));
  TARE_TRY(Answer answer, questions.answer(scenario, optionsText(options)));
  ForecastReport report;
  report.program = questions.measured().program;
  report.results = options.results;
  report.runtime = questions.measured().openmp_runtime.name;
  report.forecasts.push_back(answer.forecast);
  TARE_DO(write(options.json, forecastJson(report)));
  TARE_DO(write(options.table, reportJson(answer.ledger)));
  if (options.full)
    return showLedger(answer.ledger, {.full = true}) ? exit_ok : exit_usage;
  return printForPeople(forecastText(report, {.width = widthOfOutput(), .colour = wantsColour()}))
             ? exit_ok
             : exit_usage;
}

} // namespace tare
