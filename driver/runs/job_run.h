// SPDX-License-Identifier: Apache-2.0
// What a run of a job has beside that of a process: a library in front of its ranks, and the files
// of all of them.
#pragma once

#include "driver/runs/run_once.h"

namespace tare {

/// The command of a job, with the library that records messages in front of its programs alone:
/// launchers know no MPI. `mpirun -n 1 ./a : -n 3 ./b` has two of them.
std::vector<std::string> preloadedIntoRanks(const std::vector<std::string> &argv,
                                            const RunSetting &setting);

/// Fills RunRecord::of_ranks by windows, profiles and message files. A run that failed has them
/// only if each of its ranks left a profile, and RunRecord::lost says which rank ended it.
void takeRanks(const std::vector<Window> &windows, const RunSetting &setting, RunResult &result);

} // namespace tare
