// SPDX-License-Identifier: Apache-2.0
#include "driver/whatif_job.h"

#include "driver/kept_network.h"
#include "driver/whatif/job_questions.h"
#include "driver/whatif_scenario.h"

namespace tare {
namespace {

/// Options about the threads of one process; empty: none is given.
std::string processOption(const WhatifOptions &options) {
  WhatifOptions others = options;
  others.cores = 0; // jobs have it, too
  if (!options.threads.empty())
    return "--threads";
  if (std::string given = optionsText(others, {}); !given.empty())
    return given.substr(0, given.find(' '));
  if (options.verify)
    return "--verify";
  if (options.full)
    return "--full";
  return options.table.empty() ? "" : "--table";
}

JobQuestion questionOf(const WhatifOptions &options) {
  return {options.network, options.placement, options.cores, options.receives,
          options.waiting_ranks};
}

} // namespace

std::string jobOptionOf(const WhatifOptions &options) {
  if (!options.network.empty())
    return "--network";
  if (!options.from_network.empty())
    return "--from-network";
  if (!options.placement.empty())
    return "--placement";
  if (!options.receives.empty())
    return "--receives";
  return options.waiting_ranks.empty() ? "" : "--waiting-ranks";
}

bool isJobRanking(const WhatifOptions &options) { return questionOf(options).isEmpty(); }

Result<ForecastReport> jobForecasts(const WhatifOptions &options, const std::string &results,
                                    const Manifest &manifest) {
  if (std::string option = processOption(options); !option.empty())
    return Error{option + " is for runs of one process, and these are runs of a job of ranks",
                 results,
                 "for jobs there are --network, --placement, --cores, --receives and "
                 "--waiting-ranks; for threads measure one rank without --ranks: mpirun -n 1"};
  TARE_TRY(JobQuestions questions,
           JobQuestions::of(results, manifest, options.from, options.from_network, keptNetwork));
  JobQuestion question = questionOf(options);
  ForecastReport report;
  if (isJobRanking(options)) {
    report = questions.proposals();
  } else {
    TARE_TRY(Forecast forecast, questions.forecast(question));
    report.forecasts.push_back(std::move(forecast));
  }
  return report;
}

} // namespace tare
