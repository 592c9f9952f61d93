// SPDX-License-Identifier: Apache-2.0
// What is kept of this machine, for predictions on it.
#pragma once

#include "analyzer/ledger/experiment_facts.h"
#include "driver/whatif/questions.h"

namespace tare {

/// Nothing is measured now. What cannot be read is as if it were not kept, and says so once.
MachineFacts machineFacts();

/// What predictions were wrong by here, beside the calibrations; empty: there is no home.
std::string forecastErrorsFile();

/// By number of threads; empty: not measured, or it cannot be read.
std::vector<MemoryRate> keptMemoryRates(const std::string &openmp_runtime);

} // namespace tare
