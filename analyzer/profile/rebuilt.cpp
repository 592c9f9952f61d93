// SPDX-License-Identifier: Apache-2.0
#include "analyzer/profile/rebuilt.h"

#include <algorithm>

namespace tare {

namespace {

class Rebuilder {
public:
  RebuiltThread rebuild(const std::vector<Segment> &log) {
    for (const Segment &segment : log) {
      if (segment.ordinal == 0)
        forks_[segment.instance] = segment.open;
      addTimes(segment);
      if (segment.flags & TARE_SEG_LAST)
        addRegion(segment);
    }
    return std::move(thread_);
  }

private:
  void addTimes(const Segment &segment) {
    for (const SpentTime &spent : segment.spent)
      addSpent(spent);
    for (const SpentTime &spent : segment.in_wait)
      addSpent(spent);
    if (segment.leave)
      addWait(segment);
  }

  void addWait(const Segment &segment) {
    RebuiltCell &wait = thread_.slots[segment.barrier_node][TARE_SLOT_WAIT];
    wait.ticks += segment.leave - segment.arrive - segment.inWait();
    wait.entries += 1;
  }

  void addSpent(const SpentTime &spent) {
    if (spent.slot == TARE_SLOT_PROBE)
      thread_.probe += spent.ticks;
    if (spent.slot >= TARE_SLOTS)
      return;
    RebuiltCell &cell = thread_.slots[spent.node][spent.slot];
    cell.ticks += spent.ticks;
    cell.entries += spent.entries;
    cell.or_more |= spent.entries == SpentTime::most;
  }

  void addRegion(const Segment &segment) {
    RegionSums &sums = thread_.regions[segment.region_node];
    auto found = forks_.find(segment.instance);
    Ticks fork = found == forks_.end() ? segment.open : found->second;
    if (!(segment.flags & TARE_SEG_MASTER)) {
      sums.inside += segment.arrive - fork + segment.inWait();
      return;
    }
    Ticks span = std::max(segment.leave, segment.arrive) - fork; // a leave may never have come
    sums.inside += span;
    sums.span += span;
    sums.area += segment.team_size * span;
    sums.instances += 1;
  }

  RebuiltThread thread_;
  std::map<uint64_t, Ticks> forks_;
};

} // namespace

RebuiltThread rebuildThread(const std::vector<Segment> &log) { return Rebuilder().rebuild(log); }

} // namespace tare
