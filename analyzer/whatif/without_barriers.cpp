// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/without_barriers.h"

#include <algorithm>
#include <map>

namespace tare {

namespace {

uint16_t added(uint16_t a, uint16_t b) {
  return static_cast<uint16_t>(std::min<unsigned>(unsigned(a) + b, SpentTime::most));
}

/// Records of one kind at one node are one; Nested and what stands behind it stay as they are.
SpentList joined(const SpentList &first, const SpentList &second) {
  std::vector<SpentTime> all(first.begin(), first.end());
  for (const SpentTime &record : second) {
    auto same = std::ranges::find_if(all, [&](const SpentTime &known) {
      return known.node == record.node && known.kind == record.kind && hasCell(record.kind);
    });
    if (same == all.end()) {
      all.push_back(record);
      continue;
    }
    same->ticks += record.ticks;
    same->units = added(same->units, record.units);
    same->entries = added(same->entries, record.entries);
  }
  return all;
}

void removeFrom(ProfileThread &thread, const std::vector<bool> &removed) {
  struct Before {
    Segment segment;
    bool is_open = false;
    uint32_t count = 0; // of those that were removed
  };
  std::map<uint64_t, Before> instances;
  std::vector<Segment> kept;
  for (Segment &segment : thread.log) {
    Before &before = instances[segment.instance];
    if (before.is_open) {
      segment.open = before.segment.open;
      segment.runq_ns += before.segment.runq_ns;
      segment.has_runq |= before.segment.has_runq;
      segment.spent = joined(before.segment.spent, segment.spent);
      before.is_open = false;
    }
    if (!segment.is_last && removed[segment.barrier_node]) {
      before.segment = std::move(segment);
      before.is_open = true;
      ++before.count;
      continue;
    }
    segment.ordinal -= before.count;
    kept.push_back(std::move(segment));
  }
  thread.log = std::move(kept);
}

} // namespace

void removeBarriers(Profile &profile, const std::vector<bool> &removed) {
  for (ProfileThread &thread : profile.threads) {
    removeFrom(thread, removed);
    for (size_t node = 0; node < thread.nodes.size(); ++node)
      if (removed[node])
        thread.nodes[node].cells[Spent::Wait] = {};
  }
}

int barrierWithTasks(const Profile &profile, const std::vector<bool> &removed) {
  for (const ProfileThread &thread : profile.threads)
    for (const Segment &segment : thread.log)
      if (!segment.is_last && removed[segment.barrier_node] && !segment.in_wait.empty())
        return static_cast<int>(segment.barrier_node);
  return -1;
}

} // namespace tare
