// SPDX-License-Identifier: Apache-2.0
// What `tare overheads` and `tare run` have in common: from programs that can be run to the table
// on stdout and the exit status.
#pragma once

#include "driver/options.h"
#include "driver/runner/run_once.h"

namespace tare {

/// A manifest that says what is asked, where and when; programs and reference are the verb's.
Manifest plannedManifest(const ExperimentOptions &options, const std::string &program);

/// The base of results: --output, else TARE_OUTPUT_DIR, else tare-results.
std::string resultsBase(const ExperimentOptions &options);

/// Runs the experiment in `folder`, prints the table, writes ledger.json and --json.
int weigh(const std::string &folder, Manifest manifest, const Programs &programs,
          const ExperimentOptions &options);

} // namespace tare
