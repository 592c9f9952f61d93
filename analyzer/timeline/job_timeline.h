// SPDX-License-Identifier: Apache-2.0
// The calls of MPI of a job that waited longest, for a timeline.
//
//   Job, profiles of its ranks -> [job timeline] -> Timeline::job
#pragma once

#include "analyzer/jobs/job.h"
#include "analyzer/profile/profile.h"
#include "analyzer/timeline/timeline.h"

#include <map>

namespace tare {

/// What is beyond these is left out and counted.
struct JobTimelineLimits {
  size_t ranks = 64;   // those that others waited for longest, and that waited longest, come first
  size_t calls = 4000; // of all ranks: those that waited longest, then the longest ones
};

/// Adds the job, and the constructs that its calls are in. `profiles`: by rank; a call of a rank
/// that has none is in no construct.
void addJobTimeline(const Job &job, const std::map<int, const Profile *> &profiles,
                    Timeline &timeline, const JobTimelineLimits &limits = {});

} // namespace tare
