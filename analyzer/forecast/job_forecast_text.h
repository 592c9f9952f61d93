// SPDX-License-Identifier: Apache-2.0
// What a forecast says of a job of ranks, for people: rows before and after, messages, slopes.
#pragma once

#include "analyzer/forecast/job_forecast.h"
#include "analyzer/report/page.h"

namespace tare {

/// `threads`: of all ranks.
void writeJobForecast(Page &page, const JobForecast &job, int threads);

} // namespace tare
