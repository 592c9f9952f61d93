// SPDX-License-Identifier: Apache-2.0
// What the ranks of a run did in MPI, from their message files.
//
//   message files, windows of profiles -> [run messages] -> JobRows
#pragma once

#include "analyzer/accounts/experiment.h"
#include "analyzer/jobs/job_rows.h"
#include "driver/results/results.h"

#include <optional>
#include <string>

namespace tare {

/// The graph of the job that a run was. Nothing: its messages were not recorded. Error: a file is
/// not sound, or a rank has none.
Result<std::optional<Job>> jobOfRun(const std::string &folder, const RunRecord &run);

/// Gives each rank its time in MPI; of ranks in approximated time (InstrumentedRun::probe_times)
/// without what probes and records took, across messages. Error: as jobOfRun.
Result<void> addMessages(const std::string &folder, const RunRecord &run, InstrumentedRun &ranks);

} // namespace tare
