// SPDX-License-Identifier: Apache-2.0
// The timelines of an experiment: which run they are of, and their file in the results folder.
//
//   Experiment -> [timeline of] -> timeline.json
#pragma once

#include "analyzer/accounts/experiment.h"
#include "analyzer/timeline/timeline.h"
#include "driver/results/results.h"

namespace tare {

inline constexpr const char *timeline_file = "timeline.json";

/// Of the instrumented run with the median time, on as many threads as advice is about: the most
/// that the machine has cores for. Of a job: of the rank that executed most
/// regions, and the calls of MPI of all of them.
Timeline timelineOf(const std::string &folder, const Experiment &experiment,
                    const Manifest &manifest);

/// Redacted if the manifest is.
Result<void> writeTimeline(const std::string &folder, const Experiment &experiment,
                           const Manifest &manifest);

/// Nothing: these results are older, and have none. `redact`: without names of machine and users.
Result<std::optional<Timeline>> keptTimeline(const std::string &folder, bool redact);

} // namespace tare
