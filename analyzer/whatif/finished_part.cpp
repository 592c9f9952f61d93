// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/finished_part.h"

#include "analyzer/replay/cells.h"
#include "analyzer/whatif/flattened.h"
#include "analyzer/whatif/replayable.h"
#include "analyzer/whatif/whole_instances.h"

#include <algorithm>

namespace tare {

namespace {

bool lacksInstances(const Profile &live) {
  return live.isLogSampled() || live.disk_full ||
         std::ranges::any_of(live.threads, [](const ProfileThread &thread) {
           return thread.segments_dropped > 0;
         });
}

bool hasNested(const Profile &live) {
  return std::ranges::any_of(live.threads, [](const ProfileThread &thread) {
    return std::ranges::any_of(thread.log, [](const Segment &s) { return s.depth > 0; });
  });
}

} // namespace

Result<Profile> finishedPart(Profile live) {
  bool lacks = lacksInstances(live), is_nested = hasNested(live);
  if (is_nested && (lacks || live.level_nested))
    return Error{.message = "regions are nested, and the log was sampled"};
  live.cut_off = false;
  dropBrokenInstances(live);
  if (is_nested)
    flattenNested(live);
  if (lacks) {
    live.log_complete = false;
    TARE_TRY(live, withWholeInstances(std::move(live)));
  } else {
    live.log_complete = true;
    cellsFromLog(live);
  }
  TARE_DO(checkReplayable(live, Teams(live)));
  return live;
}

} // namespace tare
