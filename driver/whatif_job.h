// SPDX-License-Identifier: Apache-2.0
// `tare whatif` on results of jobs of several MPI ranks.
#pragma once

#include "analyzer/forecast/forecast.h"
#include "driver/options.h"
#include "driver/results/results.h"

#include <functional>

namespace tare {

/// The first option that is given and that only jobs have; empty: none is.
std::string jobOptionOf(const WhatifOptions &options);
/// No change is asked for.
bool isJobRanking(const WhatifOptions &options);

/// Without a change: what makes sense for the job, ranked. Error: an option of one process is
/// given, or the data cannot answer.
/// With --verify what can be run here is run: the first three of a ranking, or what is asked.
/// `table`: of the predicted job, where --full or --table asks for it. `goes_on`: of a ranking, as
/// JobQuestions::proposals has it.
Result<ForecastReport> jobForecasts(const WhatifOptions &options, const std::string &results,
                                    const Manifest &manifest,
                                    std::optional<Ledger> *table = nullptr,
                                    const std::function<bool()> &goes_on = {});

} // namespace tare
