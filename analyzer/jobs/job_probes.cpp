// SPDX-License-Identifier: Apache-2.0
#include "analyzer/jobs/job_probes.h"

#include <algorithm>

namespace tare {

JobDurations withoutProbes(JobDurations durations, const std::vector<RankProbes> &probes,
                           double *unfounded) {
  double missing = 0;
  auto shorten = [&](std::vector<double> &times, const std::vector<double> &costs) {
    for (size_t i = 0; i < std::min(times.size(), costs.size()); ++i) {
      missing += std::max(0.0, costs[i] - times[i]);
      times[i] = std::max(0.0, times[i] - costs[i]);
    }
  };
  for (size_t r = 0; r < std::min(durations.ranks.size(), probes.size()); ++r) {
    shorten(durations.ranks[r].work, probes[r].in_work);
    shorten(durations.ranks[r].own, probes[r].in_call);
  }
  if (unfounded)
    *unfounded = missing;
  return durations;
}

std::vector<RankProbes> recordsOf(const Job &job, double ticks) {
  std::vector<RankProbes> probes;
  for (const JobRank &rank : job.ranks) {
    RankProbes of{std::vector<double>(rank.calls.size() + 1, ticks), {}};
    of.in_work.front() = 0;
    probes.push_back(std::move(of));
  }
  return probes;
}

} // namespace tare
