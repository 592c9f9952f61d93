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
      if (segment.is_last)
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
    RebuiltCell &wait = thread_.cells[segment.barrier_node][Spent::Wait];
    wait.ticks += segment.leave - segment.arrive - segment.inWait();
    wait.entries += 1;
  }

  void addSpent(const SpentTime &spent) {
    if (spent.kind == Spent::SetUp)
      thread_.probe += spent.ticks;
    if (!hasCell(spent.kind))
      return;
    RebuiltCell &cell = thread_.cells[spent.node][spent.kind];
    addWithin(cell.ticks, spent.ticks);
    cell.entries += spent.entries;
    cell.or_more |= spent.entries == SpentTime::most;
  }

  void addRegion(const Segment &segment) {
    RegionSums &sums = thread_.regions[segment.region_node];
    auto found = forks_.find(segment.instance);
    Ticks fork = found == forks_.end() ? segment.open : found->second;
    if (!segment.is_master) {
      addWithin(sums.inside, segment.arrive - fork + segment.inWait());
      return;
    }
    Ticks span = std::max(segment.leave, segment.arrive) - fork; // a leave may never have come
    addWithin(sums.inside, span);
    addWithin(sums.span, span);
    addWithin(sums.area, timesWithin(segment.team_size, span));
    sums.instances += 1;
  }

  RebuiltThread thread_;
  std::map<uint64_t, Ticks> forks_;
};

} // namespace

RebuiltThread rebuildThread(const std::vector<Segment> &log) { return Rebuilder().rebuild(log); }

} // namespace tare
