// SPDX-License-Identifier: Apache-2.0
// From sources that were named to programs that can be run: what verbs that build have in common.
#pragma once

#include "driver/building/build.h"
#include "driver/options.h"
#include "driver/runs/run_once.h"

#include <string>
#include <vector>

namespace tare {

/// Everything that can be refused before a folder is made; its compiler and folder are not chosen.
Result<BuildRequest> requestOf(const OverheadsOptions &options);

/// Of the first source: "lu2".
std::string programName(const BuildRequest &request);

Manifest manifestOf(const std::string &verb, const OverheadsOptions &options,
                    const BuildRequest &request);

/// What was built goes into the manifest: how, and as what.
void describe(const BuiltPrograms &built, const std::vector<std::string> &arguments,
              Manifest &manifest);

Programs programsIn(const std::string &build_folder, const BuiltPrograms &built,
                    const std::vector<std::string> &arguments);

} // namespace tare
