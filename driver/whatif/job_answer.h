// SPDX-License-Identifier: Apache-2.0
// The runs of a job as they would have been under a scenario, for its table.
//
//   Repetition, its job, scenario -> replay without probes -> [job answer] -> Repetition ->
//   accounts
#pragma once

#include "analyzer/accounts/experiment.h"
#include "analyzer/jobs/predict_job.h"

namespace tare {

/// Gives each rank the time in MPI that it would have; what it does outside of MPI stays. `job`:
/// the graph of its run with probes. `ratio`: of the plain run's time then to what it was. Error: a
/// rank waits for ever then, or the rows are not those of these ranks.
Result<Repetition> predictedRepetition(const Repetition &repetition, const Job &job,
                                       const JobScenario &scenario, double ratio);

} // namespace tare
