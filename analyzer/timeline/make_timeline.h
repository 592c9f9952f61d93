// SPDX-License-Identifier: Apache-2.0
// The timelines of a run's largest regions: of each the execution whose threads waited most, and
// the median one.
//
//   Profile, Teams -> [make timeline] -> Timeline
#pragma once

#include "analyzer/profile/profile.h"
#include "analyzer/teams/teams.h"
#include "analyzer/timeline/timeline.h"

namespace tare {

/// What is beyond these is left out and counted.
struct TimelineLimits {
  size_t regions = 10;
  size_t threads = 64;                // rows of an instance; those that were waited for come first
  size_t meetings = 2000;             // of an instance: the first ones
  size_t segments_of_instance = 4000; // of all its rows, likewise
  size_t segments = 8000;             // of all instances; each has room for `reserved` of them
  size_t reserved = 200;
  size_t events = 4000; // of an instance: the longest ones of each row
};

/// Of constructs, instances, left_out and reason; the rest is the caller's. Linear in the log.
/// `profile`: as measured or in approximated time, not expanded.
Timeline makeTimeline(const Profile &profile, const Teams &teams,
                      const TimelineLimits &limits = {});

/// As a timeline names it; null: no construct.
TimelineConstruct timelineConstruct(const Node *node);

} // namespace tare
