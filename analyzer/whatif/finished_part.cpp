// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/finished_part.h"

#include "analyzer/replay/cells.h"
#include "analyzer/whatif/replayable.h"

#include <algorithm>
#include <set>

namespace tare {

Result<Profile> finishedPart(Profile live) {
  Teams teams(live);
  std::set<uint64_t> open;
  for (const RegionInstance &instance : teams.instances())
    if (!instance.joined)
      open.insert(segmentAt(live, instance.segments.front()).instance);
  for (ProfileThread &thread : live.threads)
    std::erase_if(thread.log, [&](const Segment &s) { return open.count(s.instance) > 0; });
  live.cut_off = false;
  TARE_DO(checkReplayable(live, Teams(live)));
  cellsFromLog(live);
  return live;
}

} // namespace tare
