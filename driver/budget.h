// SPDX-License-Identifier: Apache-2.0
// `--budget` of `tare overheads` and `tare run`: a pilot run, a plan of constructs without probes,
// and the environment for the runtime.
//
//   programs -> pilot -> [budget] -> plan file -> programs built again -> experiment
#pragma once

#include "driver/building/build.h"
#include "driver/options.h"
#include "driver/pilot.h"
#include "driver/results/results.h"

#include <string>
#include <vector>

namespace tare {

/// Runs the instrumented program in `folder`. The manifest gets the environment of later runs and,
/// if constructs are to stay without probes, the pilot runs. A report goes to stderr.
Result<PilotReport> runPilots(const std::string &folder, const Programs &programs,
                              const ExperimentOptions &options, Manifest &manifest);

/// Writes <folder>/plan.txt; its absolute path.
Result<std::string> planIn(const std::string &folder, const std::vector<UnprobedNode> &unprobed);

/// Builds the programs with probes again, by a plan in `folder`.
Result<BuiltPrograms> buildToPlan(ProcessRunner &processes, BuildRequest &request,
                                  const std::string &folder,
                                  const std::vector<UnprobedNode> &unprobed);

/// The pilot runs of other results. Error: there are none.
Result<std::vector<RunRecord>> pilotsIn(const std::string &results);

/// Copies pilot runs into `folder`, replacing its own.
Result<void> adoptPilots(const std::string &results, std::vector<RunRecord> pilots,
                         const std::string &folder, Manifest &manifest);

/// For programs that somebody else builds: writes the plan, and a warning that names the file.
Result<void> leavePlan(const std::string &folder, const std::vector<UnprobedNode> &unprobed,
                       Manifest &manifest);

} // namespace tare
