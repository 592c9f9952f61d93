// SPDX-License-Identifier: Apache-2.0
// `tare model --compose`: couplings and kernels' times of several sizes -> the time of the loop at
// another one.
#include "driver/verbs.h"

#include "analyzer/coupling/loop_prediction.h"
#include "analyzer/forecast/forecast_json.h"
#include "base/files.h"
#include "base/quantity.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "driver/files_source.h"
#include "driver/ledger_at.h"
#include "driver/show_coupling.h"
#include "driver/show_ledger.h"

#include <algorithm>

namespace tare {
namespace {

/// Files with couplings: of a results folder, of all in a folder such as tare-results, of an
/// application of the archive, or the file itself.
Result<std::vector<std::string>> couplingFilesAt(const std::string &path,
                                                 const std::string &temporary) {
  if (!isFolder(path) && !fileExists(path) && path.find('/') == std::string::npos) {
    std::vector<std::string> files;
    std::string folder = temporary + "/" + path;
    TARE_DO(makeFolder(folder, 0700));
    TARE_TRY(std::vector<std::string> kept, archivedDocuments(path, folder));
    for (const std::string &file : kept)
      if (endsWith(file, archived_coupling))
        files.push_back(file);
    if (files.empty())
      return Error{"the archive has no couplings of this application", path,
                   "keep some: tare model --couple ... --archive usual"};
    return files;
  }
  if (!isFolder(path))
    return std::vector<std::string>{path};
  if (std::string file = couplingIn(path); !file.empty())
    return std::vector<std::string>{file};
  std::vector<std::string> files;
  for (const std::string &folder : couplingFoldersOf(path))
    if (std::string file = couplingIn(folder); !file.empty())
      files.push_back(file);
  if (files.empty())
    return Error{"there are no couplings in this folder", path,
                 "name folders that tare model --couple named"};
  return files;
}

Result<std::vector<NamedCouplings>> namedCouplings(const std::vector<std::string> &paths) {
  TARE_TRY(std::string made, makeTemporaryFolder("tare-couplings-"));
  TemporaryFolder temporary(made);
  std::vector<NamedCouplings> all;
  for (const std::string &path : paths) {
    TARE_TRY(std::vector<std::string> files, couplingFilesAt(path, temporary.path()));
    for (const std::string &file : files) {
      TARE_TRY(CouplingReport report, readCoupling(file));
      all.push_back({file, std::make_shared<const CouplingReport>(std::move(report))});
    }
  }
  return all;
}

std::string composedOptions(const ComposeOptions &options, int threads) {
  std::string text = "--threads " + std::to_string(threads);
  for (const auto &[name, value] : options.at)
    text += " --param " + name + "=" + countText(value);
  return options.passes ? text + " --passes " + std::to_string(options.passes) : text;
}

Forecast composedForecast(const LoopPrediction &made, const ComposeOptions &options) {
  Forecast forecast;
  forecast.scenario = loopScenario(made);
  forecast.options = composedOptions(options, made.threads);
  forecast.threads = forecast.base_threads = made.threads;
  forecast.base = made.base;
  forecast.time = made.composed;
  double gain = made.base.time_s - made.composed.time_s;
  forecast.gain = {gain, made.base.time_s - made.composed.high_s,
                   made.base.time_s - made.composed.low_s};
  forecast.assumes = {"couplings are as at other sizes with the data in the same levels of the "
                      "memory"};
  forecast.lacks = made.notes;
  return forecast;
}

/// exit_inconclusive, with what is to be done.
Result<int> refuseLoop(const ComposeOptions &options, ForecastReport report,
                       const ModelRefusal &refusal) {
  std::string scenario;
  for (const auto &[name, value] : options.at)
    scenario += (scenario.empty() ? "" : ", ") + name + " = " + countText(value);
  report.refused.push_back({scenario, composedOptions(options, options.threads), refusal.text()});
  if (options.json == "-")
    return print(forecastJson(report)) ? exit_inconclusive : exit_usage;
  if (!options.json.empty()) {
    TARE_DO(writeFileAtomic(options.json, forecastJson(report)));
  }
  Error error{"refused, " + refusal.text(), "",
              "measure there with tare model --couple, or see docs/explanation/coupling.md"};
  error.exit_status = exit_inconclusive;
  return error;
}

} // namespace

Result<int> verbCompose(const ComposeOptions &options) {
  LoopQuestion question{options.at, options.threads, options.passes, options.order, {}};
  if (!options.user_template.empty()) {
    TARE_TRY(question.user_template, readTemplate(options.user_template));
  }
  TARE_TRY(std::vector<NamedCouplings> results, namedCouplings(options.results));
  ForecastReport report;
  report.origin = "composition";
  report.program = results.back().report->program;
  report.results = joinText(options.results, " ");
  TARE_TRY(OrRefused<LoopPrediction> made, predictLoop(results, question));
  if (!made.ok())
    return refuseLoop(options, std::move(report), made.refusal());
  report.forecasts.push_back(composedForecast(made.value(), options));
  if (options.json == "-")
    return print(forecastJson(report)) ? exit_ok : exit_usage;
  if (!options.json.empty()) {
    TARE_DO(writeFileAtomic(options.json, forecastJson(report)));
  }
  return printForPeople(loopPredictionText(made.value(), widthOfOutput())) ? exit_ok : exit_usage;
}

} // namespace tare
