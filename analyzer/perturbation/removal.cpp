// SPDX-License-Identifier: Apache-2.0
#include "analyzer/perturbation/removal.h"

#include "analyzer/cost/observed_cost.h"
#include "analyzer/profile/counted.h"

#include <algorithm>

namespace tare {

namespace {

Ticks timesEntered(const SpentList &records) {
  Ticks entries = 0;
  for (const SpentTime &record : records)
    entries += record.entries;
  return entries;
}

// Of a taskloop, whose creation has probes too, it is the other time beside its waits.
Spent createdIn(const Node &node) {
  return node.kind == NodeKind::Taskloop ? Spent::Fetching : Spent::Creation;
}

} // namespace

Removal::Removal(const Profile &profile, const ProbeCosts &costs, CostBound bound)
    : profile_(profile), costs_(costs), bound_(bound), records_around_(profile), visits_(profile),
      counting_(profile.threads.size(), std::vector<double>(profile.nodeCount(), 0)),
      claims_(dispersion(), profile.threads.size(), profile.nodeCount()) {
  for (uint32_t thread = 0; thread < profile.threads.size(); ++thread)
    spreadCounts(thread);
}

// Where a counted construct is executed the log does not tell: evenly over the body of what
// encloses it in the source; of a function that a region calls, over all of the thread's bodies.
void Removal::spreadCounts(uint32_t thread) {
  const std::vector<ProfileNode> &nodes = profile_.threads[thread].nodes;
  std::vector<double> &counting = counting_[thread];
  auto bodyOf = [&](uint32_t node) {
    return static_cast<double>(std::max<Ticks>(nodes[node].cells[Spent::Body].ticks, 0));
  };
  double all = 0, anywhere = 0;
  for (uint32_t index = 0; index < nodes.size(); ++index)
    all += bodyOf(index);
  for (uint32_t index = 0; index < nodes.size(); ++index) {
    const Node *node = profile_.node(index);
    auto times = static_cast<double>(nodes[index].cells[Spent::Body].entries);
    CostKind kind;
    if (!node || times == 0 || !costKindOf(node->kind, Spent::Body, false, kind) ||
        kind != CostKind::Count)
      continue;
    int64_t at = parent(index);
    while (at >= 0 && bodyOf(static_cast<uint32_t>(at)) == 0)
      at = parent(static_cast<uint32_t>(at));
    double body = at >= 0 ? bodyOf(static_cast<uint32_t>(at)) : all;
    if (body == 0)
      continue;
    double cost = times * of(CostKind::Count, false, cutTicks(body / times)) / body;
    (at >= 0 ? counting[static_cast<size_t>(at)] : anywhere) += cost;
  }
  for (double &cost : counting)
    cost += anywhere;
}

double Removal::countsIn(uint32_t thread, const SpentTime &record) const {
  return record.kind == Spent::Body
             ? static_cast<double>(record.ticks) * counting_[thread][record.node]
             : 0;
}

// A probe's lines are in about equal parts of its thread and of its construct; at most, all are its
// construct's.
double Removal::of(CostKind kind, bool inside, Away away) const {
  const Cost &cost = inside ? costs_.of(kind).inside : costs_.of(kind).outside;
  if (bound_ == CostBound::Low)
    return cost.low;
  auto cold = [&](Ticks ticks) {
    return coldness(static_cast<double>(ticks) / profile_.ticks_per_second);
  };
  double all = cold(away.from_all), own = cold(away.from_this);
  return bound_ == CostBound::High ? cost.high(std::max(all, own)) : cost.at((all + own) / 2);
}

Ticks Removal::ticks(CostKind kind, bool inside, Away away) const {
  return wholeTicks(of(kind, inside, away));
}

size_t Removal::indexOf(uint32_t thread, const Segment &segment) const {
  return static_cast<size_t>(&segment - profile_.threads[thread].log.data());
}

// What is met more than once in a segment is met all through it.
Removal::Away Removal::away(uint32_t thread, const Segment &segment, size_t record,
                            Ticks interval) const {
  uint32_t entries = segment.spent[record].entries;
  Ticks site = entries > 1 ? (segment.arrive - segment.open) / entries
                           : visits_.beforeRecord(thread, indexOf(thread, segment), record);
  return {interval, std::max(interval, site)};
}

Removal::Away Removal::awayFromEnd(uint32_t thread, const Segment &segment) const {
  Ticks span = segment.arrive - segment.open;
  return {span, std::max(span, visits_.beforeEnd(thread, indexOf(thread, segment)))};
}

Ticks Removal::take(Ticks &from, Ticks amount) {
  Ticks taken = std::clamp<Ticks>(amount, 0, std::max<Ticks>(from, 0));
  from -= taken;
  probes_ += taken;
  addWithin(unfounded_, amount - taken);
  return taken;
}

Ticks Removal::claim(const ClaimSite &site, Ticks &from, Ticks cost) {
  Ticks due = cost + claims_.owed(site);
  addWithin(means_, cost);
  Ticks taken = take(from, std::clamp<Ticks>(from, 0, due));
  addWithin(unfounded_, claims_.owe(site, cost, due - taken));
  return taken;
}

// Before anything is taken.
void Removal::count(uint32_t thread, const SpentList &records) {
  const ProfileThread &its = profile_.threads[thread];
  counts_.clear();
  for (const SpentTime &record : records)
    counts_.push_back({countOf(its, record, record.entries, &ProfileCell::entries),
                       countOf(its, record, record.units, &ProfileCell::units)});
}

// The inner sides of one record's probes, and the counts in it.
Ticks Removal::fromRecord(uint32_t thread, SpentTime &record, const Count &count,
                          const Segment &segment, Away away) {
  const Node *node = profile_.node(record.node);
  bool forks = segment.is_master;
  CostKind kind;
  if (!node || !hasCell(record.kind) || !costKindAt(*node, record.kind, forks, kind))
    return 0;
  double executions = count.entries;
  if (record.node == segment.region_node)
    executions = segment.ordinal == 0; // once in a region's life, at its first segment
  double cost = executions * of(kind, true, away) + countsIn(thread, record);
  if (record.kind == Spent::Body && count.units > 0 && samplesIterations(*node))
    cost += count.units * of(CostKind::Iteration, true,
                             cutTicks(static_cast<double>(record.ticks) / count.units));
  ClaimSite site{thread, record.node, record.kind, true};
  return claim(site, record.ticks, wholeTicks(cost));
}

// The outer side of a record's probes.
Ticks Removal::outside(uint32_t thread, SpentList &records, size_t index, const Segment &segment,
                       Away away, Ticks *rest) {
  const SpentTime &record = records[index];
  const Node *node = profile_.node(record.node);
  CostKind kind = CostKind::RegionFork;
  if (record.kind != Spent::Nested &&
      (!node || !hasCell(record.kind) || record.node == segment.region_node ||
       !costKindAt(*node, record.kind, false, kind)))
    return 0;
  Ticks mean = wholeTicks(counts_[index].entries * of(kind, false, away));
  if (mean == 0)
    return 0;
  addWithin(means_, mean);
  ClaimSite site{thread, record.node, record.kind, false};
  bool may_owe = !rest && hasCell(record.kind);
  Ticks cost = mean + (may_owe ? claims_.owed(site) : 0), taken = 0;
  RecordsAround::Around places = kind == CostKind::Task
                                     ? records_around_.ofTask(records, record.node)
                                     : records_around_.of(records, record.node, segment);
  if (kind == CostKind::LoopStart)
    places = {recordOf(records, record.node, Spent::Body)};
  if (kind == CostKind::Task && !rest && !places[0]) // executed at once: inside its own creation
    places = {recordOf(records, record.node, createdIn(*node)),
              records_around_.longest(records, record.node)};
  for (SpentTime *place : places)
    if (place && place != &record)
      taken += take(place->ticks, std::min(cost - taken, place->ticks));
  if (rest)
    addWithin(*rest, cost - taken);
  else
    addWithin(unfounded_, may_owe ? claims_.owe(site, mean, cost - taken) : cost - taken);
  return taken;
}

// Behind the barrier before and ahead of this one, in whatever they stand in.
Ticks Removal::aroundBarrier(uint32_t thread, Segment &segment, Ticks mean) {
  ClaimSite site{thread, segment.barrier_node, Spent::Wait, false};
  Ticks cost = mean + claims_.owed(site), taken = 0;
  addWithin(means_, mean);
  for (SpentTime *place : records_around_.of(segment.spent, segment.barrier_node, segment))
    if (place)
      taken += take(place->ticks, std::min(cost - taken, place->ticks));
  addWithin(unfounded_, claims_.owe(site, mean, cost - taken));
  return taken;
}

/// Known to the tick, it has no cost to be counted.
Ticks Removal::ownWork(SpentTime &record) {
  return record.kind == Spent::SetUp ? take(record.ticks, record.ticks) : 0;
}

Ticks Removal::fromLongest(Segment &segment, Ticks amount) {
  Ticks taken = 0;
  while (taken < amount) {
    auto longest = std::ranges::max_element(segment.spent, {}, &SpentTime::ticks);
    if (longest == segment.spent.end() || longest->ticks <= 0)
      break;
    taken += take(longest->ticks, std::min(amount - taken, longest->ticks));
  }
  return taken;
}

bool Removal::canLengthen(const Segment &segment) const {
  return std::ranges::any_of(segment.spent,
                             [](const SpentTime &record) { return hasCell(record.kind); });
}

void Removal::lengthen(Segment &segment, Ticks amount) {
  SpentTime *longest = nullptr;
  for (SpentTime &record : segment.spent)
    if (hasCell(record.kind) && (!longest || record.ticks > longest->ticks))
      longest = &record;
  longest->ticks += amount;
  probes_ -= amount;
}

Interruptions Removal::interruptions() const {
  return bound_ == CostBound::Low ? Interruptions(0, 0)
                                  : Interruptions(costs_.interrupted, costs_.interruption);
}

Ticks Removal::fromSegment(uint32_t thread, Segment &segment, Ticks before) {
  SpentList &records = segment.spent;
  Ticks interval = (segment.arrive - segment.open) / (timesEntered(records) + 1);
  Ticks taken = 0;
  count(thread, records);
  aways_.clear();
  for (size_t i = 0; i < records.size(); ++i)
    aways_.push_back(hasCell(records[i].kind) ? away(thread, segment, i, interval)
                                              : Away{interval, interval});
  for (size_t i = 0; i < records.size(); ++i)
    taken += outside(thread, records, i, segment, aways_[i], nullptr);
  if (segment.ordinal > 0)
    taken += aroundBarrier(thread, segment, ticks(CostKind::Barrier, false, {interval, interval}));
  for (size_t i = 0; i < records.size(); ++i) {
    taken += ownWork(records[i]);
    if (records[i].node == segment.region_node)
      aways_[i].from_all = std::max(aways_[i].from_all, before);
    taken += fromRecord(thread, records[i], counts_[i], segment, aways_[i]);
  }
  return taken;
}

Ticks Removal::fromWait(uint32_t thread, Segment &segment, Ticks &around) {
  SpentList &records = segment.in_wait;
  if (records.empty())
    return 0;
  Ticks span = segment.inWait(), interval = span / (timesEntered(records) + 1);
  Ticks taken = 0;
  count(thread, records);
  for (size_t i = 0; i < records.size(); ++i)
    taken += outside(thread, records, i, segment, {interval, interval}, &around);
  for (size_t i = 0; i < records.size(); ++i) {
    taken += ownWork(records[i]);
    taken += fromRecord(thread, records[i], counts_[i], segment, {interval, interval});
  }
  return taken;
}

} // namespace tare
