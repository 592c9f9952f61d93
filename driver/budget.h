// SPDX-License-Identifier: Apache-2.0
// `--budget` of `tare overheads` and `tare run`: a pilot run, a plan of what gets no probes, and
// what the runtime is told.
//
//   programs -> pilot -> [budget] -> plan file -> programs built again -> experiment
#pragma once

#include "driver/building/build.h"
#include "driver/options.h"
#include "driver/pilot.h"
#include "driver/results/results.h"

#include <optional>
#include <string>
#include <vector>

namespace tare {

/// The instrumented program is run in `folder`. What its probes take, and what is left out because
/// of that, goes to stderr, and so does why there is no report; `status` is then that of Tare.
std::optional<PilotFlight> pilotOf(const std::string &folder, const Programs &programs,
                                   const ExperimentOptions &options, int &status);

/// The programs with probes once more, without those that cannot be paid for.
Result<BuiltPrograms> buildToPlan(ProcessRunner &processes, BuildRequest &request,
                                  const std::string &folder,
                                  const std::vector<LeftOutNode> &left_out);

/// The pilot runs of other results. Error: there are none.
Result<std::vector<RunRecord>> pilotsIn(const std::string &results);

/// They are copied into `folder`, in place of its own. Error: they cannot be.
Result<void> adoptPilots(const std::string &results, std::vector<RunRecord> pilots,
                         const std::string &folder, Manifest &manifest);

/// Of programs that somebody else builds: the plan as a file, and a warning that names it.
Result<void> leavePlan(const std::string &folder, const std::vector<LeftOutNode> &left_out,
                       Manifest &manifest);

} // namespace tare
