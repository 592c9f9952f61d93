// SPDX-License-Identifier: Apache-2.0
// How a predicted job can be run here, so that the prediction can be held against it.
//
//   job, question, its scenario -> [job trial] -> words in front of the job's command
#pragma once

#include "driver/whatif/job_question.h"

namespace tare {

struct JobTrial {
  std::vector<std::string> words; // env and taskset, with their arguments; empty: nothing changes
  bool delays_messages = false;   // by the library that records them (TARE_MPI_LATENCY_US)
};

/// `cores`: of this machine that may be used. Error: why it cannot be run here. A network can be
/// made slower than the measured one, and none faster; a job of one node can have fewer cores.
Result<JobTrial> jobTrial(const Job &job, const JobQuestion &question, const JobScenario &scenario,
                          int cores);

} // namespace tare
