// SPDX-License-Identifier: Apache-2.0
#include "analyzer/thinning/log_sums.h"

#include "analyzer/profile/counted.h"

#include <algorithm>

namespace tare {

namespace {

RealSum times(double weight, Ticks ticks) {
  return static_cast<RealSum>(weight) * static_cast<RealSum>(ticks);
}

} // namespace

RealSum ThreadSums::ticks() const {
  RealSum sum = 0;
  for (const auto &[node, kinds] : cells)
    for (const CellSum &cell : kinds)
      sum += cell.ticks;
  return sum;
}

void LogSums::add(size_t number, const Segment &segment, const Standing &weight) {
  Thread &thread = threads_[number];
  Ticks fork = thread.forks.emplace(segment.instance, segment.open).first->second;
  for (const SpentTime &record : segment.spent)
    addRecord(number, record, weight);
  for (const SpentTime &record : segment.in_wait)
    addRecord(number, record, weight);
  if (segment.leave)
    addWait(thread.sums, segment, weight);
  if (segment.is_last) {
    addRegion(thread.sums, segment, fork, weight);
    thread.forks.erase(segment.instance);
  }
}

void LogSums::addRecord(size_t number, const SpentTime &record, const Standing &weight) {
  ThreadSums &sums = threads_[number].sums;
  if (record.kind == Spent::Nested && profile_.timedOutside(record.node))
    addNested(number, record, weight);
  if (!hasCell(record.kind))
    return;
  const ProfileThread &thread = profile_.threads[number];
  CellSum &cell = sums.cells[record.node][record.kind];
  cell.ticks += times(weight.times, record.ticks);
  cell.entries +=
      RealSum(weight.counts) * countOf(thread, record, record.entries, &ProfileCell::entries);
  cell.units += RealSum(weight.counts) * countOf(thread, record, record.units, &ProfileCell::units);
}

// Of a nested region that is timed from outside, this record is all that the log has.
void LogSums::addNested(size_t number, const SpentTime &record, const Standing &weight) {
  ThreadSums &sums = threads_[number].sums;
  CellSum &body = sums.cells[record.node][Spent::Body];
  TeamSum &team = sums.teams[{record.node, 1, true}];
  body.ticks += times(weight.times, record.ticks);
  team.span += times(weight.times, record.ticks);
  body.entries += RealSum(weight.counts) * record.entries;
  team.instances += RealSum(weight.counts) * record.entries;
}

void LogSums::addWait(ThreadSums &sums, const Segment &segment, const Standing &weight) {
  CellSum &wait = sums.cells[segment.barrier_node][Spent::Wait];
  wait.ticks += times(weight.times, segment.leave - segment.arrive - segment.inWait());
  wait.entries += weight.counts;
}

void LogSums::addRegion(ThreadSums &sums, const Segment &segment, Ticks fork,
                        const Standing &weight) {
  if (!segment.is_master) {
    sums.inside[segment.region_node] +=
        times(weight.times, segment.arrive - fork + segment.inWait());
    return;
  }
  TeamSum &team = sums.teams[{segment.region_node, segment.team_size, segment.depth > 0}];
  team.span += times(weight.times, std::max(segment.leave, segment.arrive) - fork);
  team.instances += weight.counts;
}

void addTeams(ProfileNode &cells, const TeamKind &kind, Ticks span, Ticks asked) {
  Ticks size = kind.size;
  addWithin(cells.span, span);
  addWithin(cells.area, timesWithin(size, span));
  addWithin(cells.inside, span);
  if (!kind.nested)
    addWithin(cells.missing, timesWithin(std::max<Ticks>(asked - size, 0), span));
  addWithin(cells.surplus, timesWithin(std::max<Ticks>(size - (kind.nested ? 1 : asked), 0), span));
}

} // namespace tare
