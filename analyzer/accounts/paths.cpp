// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/paths.h"

#include "analyzer/accounts/balance_run.h"
#include "analyzer/accounts/rebuilt.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace tare {

int PathKeys::numberOf(const Calls &calls) {
  auto [found, is_new] = numbers_.emplace(calls, static_cast<int>(calls_.size()));
  if (is_new)
    calls_.push_back(calls);
  return found->second;
}

std::vector<int> PathKeys::add(const Profile &profile) {
  std::vector<int> numbers = {numberOf({})};
  for (const CallPath &path : profile.paths) {
    Calls calls;
    for (const CallSite &site : path.calls)
      calls.emplace_back(profile.objects[site.object], site.address);
    numbers.push_back(numberOf(calls));
  }
  return numbers;
}

namespace {

/// Regions that the initial thread forked follow one another: what lies in the time of one belongs
/// to it, regions nested in it included.
struct Outermost {
  Ticks fork = 0, join = 0;
  uint64_t instance = 0;
  uint32_t path = 0, region_node = 0;
};

std::vector<Outermost> outermostRegions(const Profile &profile) {
  std::vector<Outermost> regions;
  std::map<uint64_t, Ticks> forks;
  for (const ProfileThread &thread : profile.threads)
    for (const Segment &segment : thread.log) {
      if (segment.depth != 0 || !(segment.flags & TARE_SEG_MASTER))
        continue;
      auto fork = forks.emplace(segment.instance, segment.open).first;
      fork->second = std::min(fork->second, segment.open);
      if (segment.flags & TARE_SEG_LAST)
        regions.push_back({fork->second, std::max(segment.leave, segment.arrive), segment.instance,
                           segment.path, segment.region_node});
    }
  std::sort(regions.begin(), regions.end(),
            [](const Outermost &a, const Outermost &b) { return a.join < b.join; });
  return regions;
}

/// The region that a segment lies in; null: one that the log has not kept.
const Outermost *regionOf(const std::vector<Outermost> &regions, const Segment &segment) {
  auto found =
      std::lower_bound(regions.begin(), regions.end(), segment.arrive,
                       [](const Outermost &region, Ticks arrive) { return region.join < arrive; });
  for (; found != regions.end() && found->fork <= segment.arrive; ++found)
    if (segment.depth > 0 || found->instance == segment.instance)
      return &*found;
  return nullptr;
}

/// Its lists are the other's, which has to live on.
Segment lent(const Segment &segment) {
  Segment copy;
  copy.instance = segment.instance;
  copy.open = segment.open;
  copy.arrive = segment.arrive;
  copy.leave = segment.leave;
  copy.runq_ns = segment.runq_ns;
  copy.region_node = segment.region_node;
  copy.barrier_node = segment.barrier_node;
  copy.ordinal = segment.ordinal;
  copy.flags = segment.flags;
  copy.team_size = segment.team_size;
  copy.thread_num = segment.thread_num;
  copy.depth = segment.depth;
  copy.spent = SpentList::view(segment.spent);
  copy.in_wait = SpentList::view(segment.in_wait);
  copy.first_task = segment.first_task;
  copy.last_task = segment.last_task;
  return copy;
}

struct Part {
  uint64_t regions = 0;
  Ticks span = 0;
  std::map<uint32_t, Ticks> region_nodes; // the outermost regions that its calls lead to
  std::vector<std::vector<Segment>> logs; // by thread
};

class Divider {
public:
  Divider(const Profile &profile, int threads, KeyTable &keys)
      : profile_(profile), threads_(threads), keys_(keys), node_keys_(keys.add(profile)) {
    part_.modules = profile.modules;
    part_.status = profile.status;
    part_.ticks_per_second = profile.ticks_per_second;
    part_.log_complete = profile.log_complete;
    part_.level_regions = profile.level_regions;
    part_.level_barriers = profile.level_barriers;
  }

  /// By number of the call path.
  std::map<int, Part> parts(const std::vector<int> &numbers) const {
    std::map<int, Part> parts;
    std::vector<Outermost> regions = outermostRegions(profile_);
    for (const Outermost &region : regions) {
      Part &part = parts[numbers[region.path]];
      part.regions += 1;
      part.span += region.join - region.fork;
      part.region_nodes[region.region_node] += region.join - region.fork;
      part.logs.resize(profile_.threads.size());
    }
    for (size_t t = 0; t < profile_.threads.size(); ++t)
      for (const Segment &segment : profile_.threads[t].log)
        if (const Outermost *region = regionOf(regions, segment))
          parts[numbers[region->path]].logs[t].push_back(lent(segment));
    return parts;
  }

  RunBalance balance(Part &part) {
    part_.threads.assign(profile_.threads.size(), {});
    for (size_t t = 0; t < profile_.threads.size(); ++t) {
      ProfileThread &thread = part_.threads[t];
      thread.tid = profile_.threads[t].tid;
      thread.initial = profile_.threads[t].initial;
      thread.log = std::move(part.logs[t]);
      fillCells(thread);
    }
    return balancePart(part_, threads_, keys_, node_keys_);
  }

  int keyOf(uint32_t node) const { return node_keys_[node]; }

private:
  void fillCells(ProfileThread &thread) const {
    RebuiltThread rebuilt = rebuildThread(thread.log);
    thread.probe_ticks = rebuilt.probe;
    thread.nodes.resize(profile_.nodeCount());
    for (const auto &[node, slots] : rebuilt.slots)
      for (size_t slot = 0; slot < TARE_SLOTS; ++slot)
        thread.nodes[node].slots[slot].ticks = slots[slot];
    for (const auto &[node, sums] : rebuilt.regions) {
      thread.nodes[node].area = sums.area;
      thread.nodes[node].span = sums.span;
      thread.nodes[node].inside = sums.inside;
    }
    std::map<uint64_t, Ticks> forks;
    for (const Segment &segment : thread.log)
      if (segment.flags & TARE_SEG_MASTER)
        addTeam(segment, forks, thread.nodes[segment.region_node]);
  }

  /// E and X, as the runtime books them at the join.
  void addTeam(const Segment &segment, std::map<uint64_t, Ticks> &forks, ProfileNode &node) const {
    Ticks fork = forks.emplace(segment.instance, segment.open).first->second;
    if (!(segment.flags & TARE_SEG_LAST))
      return;
    Ticks span = segment.leave - fork, n = segment.team_size;
    if (segment.depth == 0)
      node.missing += std::max<Ticks>(threads_ - n, 0) * span;
    node.surplus += std::max<Ticks>(n - (segment.depth ? 1 : threads_), 0) * span;
  }

  const Profile &profile_;
  int threads_;
  KeyTable &keys_;
  std::vector<int> node_keys_;
  Profile part_; // of one path at a time: the node trees are large
};

Ticks allTimeAt(const NodeBalance &n) {
  return n.work + n.region + n.opaque + n.fork + n.lock + n.scheduling + n.creation + n.fetching +
         n.wait_load + n.wait_part + n.release;
}

/// Exactly: the shares sum to the amount, which may be negative. A weight is not zero.
std::vector<Ticks> inProportion(Ticks amount, const std::vector<Ticks> &weights) {
  __int128 total = std::accumulate(weights.begin(), weights.end(), __int128(0)), seen = 0;
  std::vector<Ticks> shares;
  Ticks before = 0;
  for (Ticks weight : weights) {
    seen += weight;
    Ticks upto = static_cast<Ticks>(amount * seen / total);
    shares.push_back(upto - before);
    before = upto;
  }
  return shares;
}

/// What each path has of an amount at a node.
std::vector<Ticks> divide(Ticks amount, int key, const Overhead &overhead,
                          const std::vector<RunBalance> &parts) {
  std::vector<Ticks> weights;
  for (Ticks (*states)(const NodeBalance &) : {overhead.states, &allTimeAt}) {
    weights.clear();
    for (const RunBalance &part : parts)
      weights.push_back(std::abs(states(part.nodes[key])));
    if (std::any_of(weights.begin(), weights.end(), [](Ticks w) { return w != 0; }))
      return inProportion(amount, weights);
  }
  return std::vector<Ticks>(parts.size(), 0);
}

} // namespace

void divideByPath(const Profile &profile, int threads, KeyTable &keys, PathKeys &paths,
                  TupleAccount &account) {
  Divider divider(profile, threads, keys);
  std::vector<int> numbers;
  std::vector<RunBalance> balances;
  for (auto &[number, part] : divider.parts(paths.add(profile))) {
    TupleAccount::Path &path = account.paths[number];
    path.regions = part.regions;
    path.span = part.span;
    path.totals.assign(allOverheads().size(), 0);
    for (const auto &[node, span] : part.region_nodes)
      path.region_keys.insert(divider.keyOf(node));
    numbers.push_back(number);
    balances.push_back(divider.balance(part));
  }
  for (const auto &[key, lines] : account.at)
    for (size_t line = 0; line < lines.size(); ++line) {
      if (!lines[line] || !allOverheads()[line]->states)
        continue;
      std::vector<Ticks> amounts = divide(lines[line], key, *allOverheads()[line], balances);
      for (size_t i = 0; i < numbers.size(); ++i)
        account.paths[numbers[i]].totals[line] += amounts[i];
    }
}

} // namespace tare
