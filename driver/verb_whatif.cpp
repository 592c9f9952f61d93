// SPDX-License-Identifier: Apache-2.0
// `tare whatif`: what measured runs would take if something were changed.
#include "driver/verbs.h"

#include "analyzer/forecast/forecast_json.h"
#include "analyzer/forecast/forecast_text.h"
#include "analyzer/ledger/ledger_json.h"
#include "analyzer/ledger/reliability.h"
#include "analyzer/report/note_text.h"
#include "analyzer/report/parts.h"
#include "base/files.h"
#include "base/quantity.h"
#include "base/text.h"
#include "driver/ledger_at.h"
#include "driver/machine_facts.h"
#include "driver/show_ledger.h"
#include "driver/verify_forecast.h"
#include "driver/weigh.h"
#include "driver/whatif/proposals.h"
#include "driver/whatif/questions.h"
#include "driver/whatif_job.h"
#include "driver/whatif_scenario.h"

#include <optional>

namespace tare {
namespace {

Result<void> writeTo(const std::string &file, const std::string &text) {
  return file.empty() ? Result<void>() : writeFileAtomic(file, text);
}

/// The first three that can be run; of scenarios that were asked for (no ranking) all. The value:
/// whether one that was asked for could not be run, which is told.
Result<bool> verify(const std::string &results, const std::vector<Scenario> &scenarios,
                    bool is_ranking, KnownErrors errors, ForecastReport &report) {
  constexpr int most = 3;
  int verified = 0;
  bool lacks_one = false;
  for (size_t i = 0; i < report.forecasts.size() && (!is_ranking || verified < most); ++i) {
    Result<Verification> run = verifyForecast(results, scenarios[i], report.forecasts[i]);
    if (run.ok()) {
      report.forecasts[i].verified = run.value();
      learn(report.forecasts[i], questionsIn(scenarios[i]), errors);
      ++verified;
    } else if (run.error().signal) {
      return placedAt(report.forecasts[i].scenario, std::move(run)).error();
    } else {
      complain({"not run: " + report.forecasts[i].scenario + ": " + run.error().message,
                run.error().place, run.error().next});
      lacks_one |= !is_ranking;
    }
  }
  if (std::string file = forecastErrorsFile(); verified > 0 && !file.empty())
    TARE_DO(writeKnownErrors(file, errors));
  return lacks_one;
}

Result<void> checkIsFolder(const std::string &results) {
  if (isFolder(results))
    return {};
  return fileExists(results) ? Error{"a table or a program alone has no runs to predict from",
                                     results, "name the results folder that it was made in"}
                             : Error{"there is no such results folder", results};
}

Result<Questions> questionsAbout(const WhatifOptions &options, const std::string &results,
                                 const KnownErrors &errors) {
  if (std::string option = jobOptionOf(options); !option.empty())
    return Error{option + " is about ranks and their messages, and these are runs of one process",
                 results, "measure a job: tare run --ranks N"};
  TARE_TRY(Questions questions, Questions::of(results, machineFacts()));
  std::vector<std::string> measured;
  bool is_there = options.from == 0;
  for (const Table &table : questions.measured().tables) {
    measured.push_back(std::to_string(table.threads));
    is_there |= table.threads == options.from;
  }
  if (!is_there)
    return Error{"these results have no runs with " + numberOf(options.from, "thread"), results,
                 "they have " + joinText(measured, ", ")};
  questions.startFrom(options.from);
  questions.widenBy(errors);
  return questions;
}

/// What is shown, and the table of the predicted runs where one change was asked for.
struct Said {
  ForecastReport report;
  std::vector<Scenario> scenarios; // of its forecasts
  std::optional<Ledger> table;
  bool is_ranking = false;
  bool lacks_trial = false; // --verify could not run what was asked for
};

Result<Said> answered(const Questions &questions, const WhatifOptions &options) {
  Said said;
  TARE_TRY(said.scenarios, askedScenarios(options, questions.measured()));
  said.is_ranking = said.scenarios.front().isEmpty();
  if (said.is_ranking) {
    Proposals made = proposals(questions);
    said.report = std::move(made.report);
    said.scenarios = std::move(made.scenarios);
    return said;
  }
  bool wants_table = options.full || !options.table.empty();
  for (const Scenario &scenario : said.scenarios) {
    std::string text = optionsText(options, scenario);
    if (wants_table) {
      TARE_TRY(Answered answer, questions.answer(scenario, text));
      said.report.forecasts.push_back(answer.forecast);
      said.table = std::move(answer.ledger);
    } else {
      TARE_TRY(Forecast forecast, questions.forecast(scenario, text));
      said.report.forecasts.push_back(std::move(forecast));
    }
  }
  return said;
}

Result<Said> answeredJob(const WhatifOptions &options, const std::string &results,
                         const Manifest &manifest) {
  Said said;
  TARE_TRY(said.report, jobForecasts(options, results, manifest, &said.table));
  said.is_ranking = isJobRanking(options);
  said.report.program = manifest.program;
  if (Result<Ledger> kept = readLedgerFile(results + "/ledger.json"); kept.ok())
    if (auto why = unreliabilityOf(kept.value().tables[advisedTable(kept.value())]))
      said.report.unreliable = why->reason();
  said.report.runtime = manifest.openmp_runtime.name;
  return said;
}

Result<Said> answeredProcess(const WhatifOptions &options, const std::string &results) {
  TARE_TRY(KnownErrors errors, readKnownErrors(forecastErrorsFile()));
  TARE_TRY(Questions questions, questionsAbout(options, results, errors));
  TARE_TRY(Said said, answered(questions, options));
  said.report.program = questions.measured().program;
  if (auto why = unreliabilityOf(questions.measured().tables[advisedTable(questions.measured())]))
    said.report.unreliable = why->reason();
  said.report.runtime = questions.measured().openmp_runtime.name;
  if (options.verify) {
    TARE_TRY(said.lacks_trial,
             verify(results, said.scenarios, said.is_ranking, errors, said.report));
  }
  return said;
}

} // namespace

Result<int> verbWhatif(const WhatifOptions &options) {
  std::string results = options.results;
  if (results.empty()) {
    TARE_TRY(results, latestResults(resultsBase("")));
  }
  TARE_DO(checkIsFolder(results));
  TARE_TRY(Manifest manifest, readManifest(results));
  TARE_TRY(Said said, manifest.ranks.empty() ? answeredProcess(options, results)
                                             : answeredJob(options, results, manifest));
  said.report.results = results;
  if (options.json == "-")
    return print(forecastJson(said.report)) && !said.lacks_trial ? exit_ok : exit_usage;
  TARE_DO(writeTo(options.json, forecastJson(said.report)));
  if (said.table)
    TARE_DO(writeTo(options.table, reportJson(*said.table)));
  bool shown = printForPeople(forecastText(
      said.report,
      {.width = widthOfOutput(), .colour = wantsColour(), .is_ranking = said.is_ranking}));
  if (options.full && said.table)
    shown = print("\n") && showLedger(*said.table, {.full = true}) && shown;
  return shown && !said.lacks_trial ? exit_ok : exit_usage;
}

} // namespace tare
