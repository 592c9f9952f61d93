// SPDX-License-Identifier: Apache-2.0
// What `tare overheads` and `tare run` have in common: from programs that can be run to the table
// on stdout and the exit status.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "driver/options.h"
#include "driver/runs/experiment_run.h"

namespace tare {

/// A manifest that says what is asked, where and when; programs and reference are the verb's.
Manifest plannedManifest(const ExperimentOptions &options, const std::string &program);

/// The base of results: --output, else TARE_OUTPUT_DIR, else tare-results.
std::string resultsBase(const ExperimentOptions &options);

/// A folder for an experiment with `program`. Error: it cannot be made, or what is asked for beside
/// it could not be written after all the runs.
Result<std::string> newResultsFolder(const ExperimentOptions &options, const std::string &program);

/// How its programs are run.
RunSetting settingOf(const std::string &folder, const Programs &programs,
                     const ExperimentOptions &options);

/// False, after a complaint, when there is not what every run needs. To be asked before anything is
/// made: the settings of runs rest on it.
bool canRun();

/// Runs the experiment in `folder`, whose manifest then holds every run.
ExperimentEnd runExperiment(const std::string &folder, Manifest manifest, const Programs &programs,
                            const ExperimentOptions &options,
                            const std::map<std::string, std::string> &probed_environment = {});
int statusOf(const ExperimentEnd &end);

/// The results folder's copy and, with --json, the user's own. False, after a complaint, when one
/// could not be written.
bool saveLedger(const std::string &folder, const Ledger &ledger, const ExperimentOptions &options);

/// Runs the experiment in `folder`, prints the table, writes ledger.json and --json.
int weigh(const std::string &folder, Manifest manifest, const Programs &programs,
          const ExperimentOptions &options);

} // namespace tare
