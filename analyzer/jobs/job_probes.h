// SPDX-License-Identifier: Apache-2.0
// Perturbation over messages: a job without what probes and the library's records took. What a rank
// gains it passes on with its messages (Sarukkai and Malony, section 3):
//
//   t_a = t_m - f                                        work, and the begins of calls
//   t_a(receive ends) = max(t_a(send begins) + C, t_a(receive begins) + c)
//   t_a(barrier ends) = t_a(last one enters) + position * beta
//
// So the replay of the shortened durations is the approximation; LateMessages says which C counts
// where a receive was posted late, and ReplayPolicy how ranks leave barriers, and what blind
// receives get.
#pragma once

#include "analyzer/jobs/durations.h"

namespace tare {

/// Ticks that probes took of one rank.
struct RankProbes {
  std::vector<double> in_work; // before each call, and behind the last one
  std::vector<double> in_call;
};

/// `unfounded`: ticks that the probes are said to have taken of parts that were shorter.
JobDurations withoutProbes(JobDurations durations, const std::vector<RankProbes> &probes,
                           double *unfounded = nullptr);

/// Each call has one record behind it, which takes so many ticks.
std::vector<RankProbes> recordsOf(const Job &job, double ticks);

} // namespace tare
