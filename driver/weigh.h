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

/// The base of results: `output` if not empty, else TARE_OUTPUT_DIR, else tare-results.
std::string resultsBase(const std::string &output);

/// A folder for an experiment with `program`. Error: the folder cannot be made, or --json names a
/// file that could not be written after all the runs.
Result<std::string> newResultsFolder(const ExperimentOptions &options, const std::string &program);

/// How its programs are run.
RunSetting settingOf(const std::string &folder, const Programs &programs,
                     const ExperimentOptions &options);

/// Error: something is missing that every run needs. To be asked before anything is made:
/// settingOf() relies on it.
Result<void> canRun();

/// The library that records messages of the ranks of a job. Empty: they have none, or nobody can
/// record them; the manifest says why.
std::string messageLibraryOf(const Programs &programs, ProcessRunner &processes, Manifest &manifest,
                             bool is_quiet);

/// Runs the experiment in `folder`, whose manifest then holds every run.
ExperimentEnd runExperiment(const std::string &folder, Manifest manifest, const Programs &programs,
                            const ExperimentOptions &options);

/// Error: the experiment did not end as it should. It names the exit status.
Result<void> completed(const ExperimentEnd &end);

/// Writes a file that the user asked for; an empty path: none. A new one is 0600, one that is there
/// keeps its mode. False, after a complaint, when it could not be written.
bool saveTo(const std::string &path, const std::string &text);

/// ledger.json of the results folder and, if not empty, the file `json`. False as above.
bool saveLedger(const std::string &folder, const Ledger &ledger, const std::string &json);

/// Runs the experiment in `folder`, prints the table, writes ledger.json and --json. Returns the
/// exit status.
int weigh(const std::string &folder, Manifest manifest, const Programs &programs,
          const ExperimentOptions &options);

} // namespace tare
