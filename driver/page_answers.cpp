// SPDX-License-Identifier: Apache-2.0
#include "driver/page_answers.h"

#include "base/files.h"
#include "driver/calibration/store.h"
#include "driver/machine_facts.h"
#include "driver/results/results.h"
#include "driver/timeline_at.h"
#include "driver/whatif/proposals.h"
#include "driver/whatif_job.h"

#include <ctime>

namespace tare {

Result<ForecastReport> answersOfPage(const std::string &results) {
  constexpr double longest_s = 15; // of this process's CPU time: a busy machine changes nothing
  constexpr size_t most = 40;
  std::string folder = isFolder(results) ? resultsIn(results) : folderOf(results);
  if (folder.empty() || !fileExists(folder + "/manifest.json"))
    return Error{"a table alone has no runs to predict from", results,
                 "name the results folder that it was made in"};
  TARE_TRY(Manifest manifest, readManifest(folder));
  ForecastReport report;
  std::clock_t begin = std::clock();
  auto goes_on = [&] { return double(std::clock() - begin) < longest_s * CLOCKS_PER_SEC; };
  if (!manifest.ranks.empty()) {
    TARE_TRY(report, jobForecasts({}, folder, manifest, nullptr, goes_on));
  } else {
    TARE_TRY(KnownErrors errors, readKnownErrors(forecastErrorsFile()));
    TARE_TRY(Questions questions, Questions::of(folder, machineFacts()));
    questions.widenBy(errors);
    report = proposals(questions, {most, false, goes_on}).report;
  }
  report.program = manifest.program;
  report.results = folder;
  return report;
}

} // namespace tare
