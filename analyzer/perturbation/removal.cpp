// SPDX-License-Identifier: Apache-2.0
#include "analyzer/perturbation/removal.h"

#include "analyzer/perturbation/observed_cost.h"

#include <algorithm>
#include <cmath>

namespace tare {

namespace {

// A thread that has done something else for so long meets its probes in the farther caches.
constexpr double warm_s = 1e-6, cold_s = 1e-4;

// 0: as when one probe follows the other; 1: everything of them has been displaced.
double coldness(double seconds) {
  if (seconds <= warm_s)
    return 0;
  return seconds >= cold_s ? 1 : std::log(seconds / warm_s) / std::log(cold_s / warm_s);
}

std::vector<int64_t> parentsOf(const Profile &profile) {
  std::vector<int64_t> parents(profile.nodeCount(), -1);
  for (const ProfileModule &module : profile.modules)
    for (size_t i = 0; i < module.tree.nodes.size(); ++i)
      if (int parent = module.tree.nodes[i].parent; parent >= 0)
        parents[module.first_node + i] = int64_t(module.first_node) + parent;
  return parents;
}

Ticks timesEntered(const SpentList &records) {
  Ticks entries = 0;
  for (const SpentTime &record : records)
    entries += record.entries;
  return entries;
}

} // namespace

Removal::Removal(const Profile &profile, const ProbeCosts &costs, CostBound bound)
    : profile_(profile), costs_(costs), bound_(bound), parents_(parentsOf(profile)) {}

double Removal::of(CostKind kind, bool inside, Ticks interval) const {
  const Cost &cost = inside ? costs_.of(kind).inside : costs_.of(kind).outside;
  if (bound_ == CostBound::Low)
    return cost.low;
  if (bound_ == CostBound::High)
    return std::max(cost.warm, cost.cold);
  double seconds = static_cast<double>(interval) / profile_.ticks_per_second;
  return cost.warm + coldness(seconds) * (cost.cold - cost.warm);
}

Ticks Removal::ticks(CostKind kind, bool inside, Ticks interval) const {
  return std::llround(of(kind, inside, interval));
}

Ticks Removal::take(Ticks &from, Ticks amount) {
  Ticks taken = std::clamp<Ticks>(amount, 0, std::max<Ticks>(from, 0));
  from -= taken;
  probes_ += taken;
  unfounded_ += amount - taken;
  return taken;
}

SpentTime *Removal::recordOf(SpentList &records, uint32_t node, uint16_t slot) const {
  for (SpentTime &record : records)
    if (record.node == node && record.slot == slot)
      return &record;
  return nullptr;
}

// The construct that encloses it in the source, else the region; a task that ran in a wait for
// tasks has that around it, one that was executed at once its own creation.
SpentTime *Removal::around(SpentList &records, uint32_t node, const Segment &segment) const {
  const Node *known = profile_.node(node);
  if (known && known->kind == NodeKind::Task)
    for (SpentTime &record : records) {
      CostKind kind;
      const Node *other = profile_.node(record.node);
      bool waits = record.slot == TARE_SLOT_WAIT && other &&
                   costKindOf(other->kind, record.slot, false, kind) && kind == CostKind::TaskWait;
      if (waits || (record.node == node && record.slot == TARE_SLOT_SCHED))
        return &record;
    }
  for (int64_t at = parents_[node]; at >= 0; at = parents_[static_cast<size_t>(at)])
    if (SpentTime *found = recordOf(records, static_cast<uint32_t>(at), TARE_SLOT_BODY))
      return found;
  return recordOf(records, segment.region_node, TARE_SLOT_BODY);
}

// The inner sides of one record's probes.
Ticks Removal::fromRecord(SpentTime &record, const Segment &segment, Ticks before, Ticks interval) {
  const Node *node = profile_.node(record.node);
  bool forks = segment.flags & TARE_SEG_MASTER;
  CostKind kind;
  if (!node || record.slot >= TARE_SLOTS || !costKindOf(node->kind, record.slot, forks, kind))
    return 0;
  double executions = record.entries;
  if (record.node == segment.region_node) {
    executions = segment.ordinal == 0; // once in a region's life, at its first segment
    interval = std::max(interval, before);
  }
  double cost = executions * of(kind, true, interval);
  if (record.slot == TARE_SLOT_BODY && samplesIterations(*node))
    cost += record.units *
            of(CostKind::Iteration, true, record.ticks / std::max<Ticks>(record.units, 1));
  Ticks ticks = record.ticks, taken = take(ticks, std::llround(cost));
  record.ticks = ticks;
  return taken;
}

Ticks Removal::outside(SpentList &records, const SpentTime &record, const Segment &segment,
                       Ticks interval, Ticks *rest) {
  const Node *node = profile_.node(record.node);
  CostKind kind = CostKind::RegionFork;
  if (record.slot != TARE_SLOT_NESTED &&
      (!node || record.slot >= TARE_SLOTS || record.node == segment.region_node ||
       !costKindOf(node->kind, record.slot, false, kind)))
    return 0;
  Ticks cost = std::llround(record.entries * of(kind, false, interval));
  if (cost == 0)
    return 0;
  SpentTime *target = around(records, record.node, segment);
  if (target && target != &record) {
    Ticks ticks = target->ticks, taken = take(ticks, cost);
    target->ticks = ticks;
    return taken;
  }
  if (rest)
    *rest += cost;
  else
    unfounded_ += cost;
  return 0;
}

Ticks Removal::fromSegment(Segment &segment, Ticks before) {
  Ticks interval = (segment.arrive - segment.open) / (timesEntered(segment.spent) + 1);
  Ticks taken = 0;
  for (const SpentTime &record : segment.spent)
    taken += outside(segment.spent, record, segment, interval, nullptr);
  if (segment.ordinal > 0)
    if (SpentTime *region = recordOf(segment.spent, segment.region_node, TARE_SLOT_BODY)) {
      Ticks ticks = region->ticks;
      taken += take(ticks, this->ticks(CostKind::Barrier, false, interval));
      region->ticks = ticks;
    }
  for (SpentTime &record : segment.spent) {
    if (record.slot == TARE_SLOT_PROBE) {
      probes_ += record.ticks;
      taken += record.ticks;
      record.ticks = 0;
    }
    taken += fromRecord(record, segment, before, interval);
  }
  return taken;
}

Ticks Removal::fromWait(Segment &segment, Ticks &around) {
  if (segment.in_wait.empty())
    return 0;
  Ticks interval = segment.inWait() / (timesEntered(segment.in_wait) + 1);
  Ticks taken = 0;
  for (const SpentTime &record : segment.in_wait)
    taken += outside(segment.in_wait, record, segment, interval, &around);
  for (SpentTime &record : segment.in_wait)
    taken += fromRecord(record, segment, 0, interval);
  return taken;
}

} // namespace tare
