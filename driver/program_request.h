// SPDX-License-Identifier: Apache-2.0
// From sources that were named to programs that can be run: what verbs that build have in common.
#pragma once

#include "driver/building/build.h"
#include "driver/options.h"
#include "driver/runs/run_once.h"

#include <string>
#include <vector>

namespace tare {

/// With the compiler chosen. Refuses what can be refused before a folder is made; the request's
/// folder is still to be set.
Result<BuildRequest> requestOf(const OverheadsOptions &options);

/// The name of the first source without its ending: "lu2".
std::string programName(const BuildRequest &request);

/// Everything that is known before the programs are built.
Manifest manifestOf(const std::string &verb, const OverheadsOptions &options,
                    const BuildRequest &request);

/// Writes into the manifest how the programs were built, and how they are called.
void describe(const BuiltPrograms &built, const std::vector<std::string> &arguments,
              Manifest &manifest);

/// The commands of the programs that were built, with their arguments.
Programs programsIn(const std::string &build_folder, const BuiltPrograms &built,
                    const std::vector<std::string> &arguments);

} // namespace tare
