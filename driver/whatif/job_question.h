// SPDX-License-Identifier: Apache-2.0
// What is asked of a job of MPI ranks, as it is typed -> a scenario for its replay, and what that
// rests on.
#pragma once

#include "analyzer/forecast/forecast.h"
#include "analyzer/jobs/predict_job.h"
#include "base/result.h"

#include <optional>
#include <string>

namespace tare {

/// Empty: as measured (docs/how-to/job-elsewhere.md).
struct JobQuestion {
  std::string network = {}; // file of a table, "free", or changes (analyzer/jobs/network_change.h)
  std::string placement = {};     // analyzer/jobs/rank_placement.h
  double cores = 0;               // of each node; 0: as the measuring machine has
  std::string receives = {};      // "fifo", "lifo", "measured"
  std::string waiting_ranks = {}; // "spin", "yield"

  bool isEmpty() const {
    return network.empty() && placement.empty() && cores == 0 && receives.empty() &&
           waiting_ranks.empty();
  }
  /// As options of tare whatif.
  std::string options() const;
};

/// What is known beside the job's own messages.
struct JobSurroundings {
  double cores = 0;            // of each node where it was measured; 0: not known
  std::optional<Network> from; // the measured network
  std::string no_network;      // why there is none
  std::string doubt; // what has to hold for `from` to be the job's, a clause; empty: nothing
};

/// Error: what is wrong with the question, or what is not known for it.
Result<JobScenario> jobScenario(const Job &job, const JobQuestion &question,
                                const JobSurroundings &known);

/// "network latency=/2, 2 nodes, 1 rank on each".
std::string jobScenarioText(const Job &job, const JobQuestion &question,
                            const JobScenario &scenario);

/// Whether ranks wait for a processor, because their node has fewer than they have threads.
bool sharesCores(const Job &job, const JobPlacement &placement);

/// Half of a band of 90 % for what the model does not have, seconds.
double jobModelError(const Job &job, const JobScenario &scenario, double predicted_s,
                     double gain_s);

/// Fills in Forecast::assumes and lacks.
void explainJob(const Job &job, const JobQuestion &question, const JobSurroundings &known,
                const JobScenario &scenario, const PredictedJob &predicted, Forecast &forecast);

} // namespace tare
