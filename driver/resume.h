// SPDX-License-Identifier: Apache-2.0
// `--resume` of `tare overheads` and `tare run`: an experiment that was interrupted goes on where
// it stood, if everything is as it was. Commands are those that were typed now; what the folder
// says is compared with them, never run.
#pragma once

#include "driver/results/results.h"
#include "driver/runs/run_once.h"

#include <map>
#include <string>

namespace tare {

/// What has to be the same, by a name for people: "sources", "number of threads", ...
using ExperimentIdentity = std::map<std::string, std::string>;

/// Of an experiment as it is planned: settings of the manifest, and a hash of each program that the
/// commands start. `more` is what only the verb knows.
ExperimentIdentity experimentIdentity(const Manifest &manifest, const Programs &programs,
                                      ExperimentIdentity more);

/// The manifest to go on with: all runs that ended are kept; one that was interrupted is made
/// again, and its folder is removed. Error: no experiment here, it has ended, or what is not as it
/// was.
Result<Manifest> resumedManifest(const std::string &folder, const ExperimentIdentity &now);

} // namespace tare
