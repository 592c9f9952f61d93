// SPDX-License-Identifier: Apache-2.0
// A sampled log as one of whole instances: those that it has tell of the others, as under a budget
// (analyzer/thinning/expanded.h).
//
//   Profile with a sampled log -> [whole instances] -> Profile with a complete log and Skipped
#pragma once

#include "analyzer/teams/teams.h"
#include "base/result.h"

namespace tare {

/// Leaves in the log the instances of which every segment of every thread is there, to the join, and
/// of nested ones those that lie in such a segment.
void dropBrokenInstances(Profile &profile);

/// Where the log is complete the profile stays as it is. Error: the log was sampled inside of regions,
/// or has no instance of a region that took time.
Result<Profile> withWholeInstances(Profile profile);

/// The skipped instances of each region take as much more or less as those in the log: `then` is the
/// profile before, of the same instances. The window follows.
void scaleSkipped(const Profile &then, Profile &now);

} // namespace tare
