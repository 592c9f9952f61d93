// SPDX-License-Identifier: Apache-2.0
// `tare whatif`: what measured runs would take if something were changed.
#include "driver/verbs.h"

#include "analyzer/forecast/forecast_json.h"
#include "analyzer/forecast/forecast_text.h"
#include "analyzer/report/note_text.h"
#include "base/files.h"
#include "driver/calibration/store.h"
#include "driver/ledger_at.h"
#include "driver/machine_facts.h"
#include "driver/show_ledger.h"
#include "driver/verify_forecast.h"
#include "driver/weigh.h"
#include "driver/whatif/proposals.h"
#include "driver/whatif/questions.h"
#include "driver/whatif_scenario.h"

#include <optional>

namespace tare {
namespace {

Result<void> writeTo(const std::string &file, const std::string &text) {
  return file.empty() ? Result<void>() : writeFileAtomic(file, text);
}

/// Beside the calibrations; empty: there is no home.
std::string errorsFile() {
  std::string folder = calibrationFolder();
  return folder.empty() ? "" : folder + "/forecast-errors.json";
}

/// The first three that can be run. A scenario that was asked for has to be one.
Result<void> verify(const std::string &results, const std::vector<Scenario> &scenarios,
                    KnownErrors errors, ForecastReport &report) {
  constexpr int most = 3;
  int verified = 0;
  for (size_t i = 0; i < report.forecasts.size() && verified < most; ++i) {
    Result<Verification> run = verifyForecast(results, scenarios[i], report.forecasts[i]);
    if (run.ok()) {
      report.forecasts[i].verified = run.value();
      learn(report.forecasts[i], questionsIn(scenarios[i]), errors);
      ++verified;
    } else if (run.error().signal) {
      return run.error();
    } else {
      complain({"not run: " + report.forecasts[i].scenario + ": " + run.error().message,
                run.error().place, run.error().next});
    }
  }
  if (std::string file = errorsFile(); verified > 0 && !file.empty())
    return writeKnownErrors(file, errors);
  return {};
}

} // namespace

Result<int> verbWhatif(const WhatifOptions &typed) {
  WhatifOptions options = typed;
  if (options.results.empty()) {
    TARE_TRY(options.results, latestResults(resultsBase("")));
  }
  if (!isFolder(options.results))
    return fileExists(options.results)
               ? Error{"a table alone has no runs to predict from", options.results,
                       "name the results folder that it was made in"}
               : Error{"there is no such results folder", options.results};
  TARE_TRY(Questions questions, Questions::of(options.results, machineFacts()));
  questions.startFrom(options.from);
  TARE_TRY(KnownErrors errors, readKnownErrors(errorsFile()));
  questions.widenBy(errors);
  TARE_TRY(Scenario scenario, scenarioOf(options, questions.measured()));
  ForecastReport report;
  std::optional<Answered> answer;
  std::vector<Scenario> scenarios = {scenario};
  if (scenario.isEmpty()) {
    Proposals made = proposals(questions);
    report = std::move(made.report);
    scenarios = std::move(made.scenarios);
  } else {
    TARE_TRY(answer, questions.answer(scenario, optionsText(options)));
    report.forecasts.push_back(answer->forecast);
  }
  report.program = questions.measured().program;
  report.results = options.results;
  report.runtime = questions.measured().openmp_runtime.name;
  if (options.verify)
    TARE_DO(verify(options.results, scenarios, errors, report));
  TARE_DO(writeTo(options.json, forecastJson(report)));
  if (answer)
    TARE_DO(writeTo(options.table, reportJson(answer->ledger)));
  if (options.full && answer)
    return showLedger(answer->ledger, {.full = true}) ? exit_ok : exit_usage;
  return printForPeople(forecastText(report, {.width = widthOfOutput(),
                                             .colour = wantsColour(),
                                             .is_ranking = scenario.isEmpty()}))
             ? exit_ok
             : exit_usage;
}

} // namespace tare
