// SPDX-License-Identifier: Apache-2.0
// A thread's cells and areas as its log alone tells them. They are the accumulators' again if the
// log is complete; of a part of a log they are that part's.
//
//   Profile -> [rebuilt] -> conservation, paths
#pragma once

#include "analyzer/profile/profile.h"

#include <map>

namespace tare {

struct RebuiltCell {
  Ticks ticks = 0;
  uint64_t entries = 0;
  bool or_more = false; // a record held as many entries as it can
};
using RebuiltCells = ByCell<RebuiltCell>;

struct RegionSums {
  Ticks area = 0, span = 0, inside = 0;
  uint64_t instances = 0;
  bool operator==(const RegionSums &) const = default;
};

struct RebuiltThread {
  std::map<uint32_t, RebuiltCells> cells; // by process-wide node index
  std::map<uint32_t, RegionSums> regions;
  Ticks probe = 0;
};

RebuiltThread rebuildThread(const std::vector<Segment> &log);

} // namespace tare
