// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/run_queue.h"

#include <algorithm>
#include <numeric>

namespace tare {

Ticks SegmentTransfer::spentTotal() const {
  return std::accumulate(spent.begin(), spent.end(), Ticks(0));
}

std::vector<Ticks> shareOut(Ticks amount, const std::vector<Ticks> &parts) {
  Ticks total = std::accumulate(parts.begin(), parts.end(), Ticks(0));
  std::vector<Ticks> shares(parts.size(), 0);
  if (total <= 0 || amount <= 0)
    return shares;
  __int128 given = std::min(amount, total);
  Ticks seen = 0, before = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    seen += parts[i];
    Ticks upto = static_cast<Ticks>(given * seen / total);
    shares[i] = upto - before;
    before = upto;
  }
  return shares;
}

namespace {

// One amount of an interval that delay can be taken from.
struct Source {
  size_t segment;
  int spent; // index of the spent record, or -1: the wait
  Ticks ticks;
};

struct Interval {
  std::vector<Source> waits, work;
};

Ticks waitOf(const Segment &segment) {
  return segment.leave > segment.arrive ? segment.leave - segment.arrive : 0;
}

void addSources(Interval &interval, const Segment &segment, size_t index) {
  if (Ticks wait = waitOf(segment))
    interval.waits.push_back({index, -1, wait});
  for (size_t i = 0; i < segment.spent.size(); ++i) {
    const SpentTime &spent = segment.spent[i];
    if (spent.slot >= TARE_SLOTS)
      continue;
    bool waiting = spent.slot == TARE_SLOT_FORK || spent.slot == TARE_SLOT_WAIT;
    (waiting ? interval.waits : interval.work).push_back({index, static_cast<int>(i), spent.ticks});
  }
}

Ticks take(Ticks amount, const std::vector<Source> &sources,
           std::vector<SegmentTransfer> &transfers) {
  std::vector<Ticks> parts;
  for (const Source &source : sources)
    parts.push_back(source.ticks);
  std::vector<Ticks> shares = shareOut(amount, parts);
  Ticks taken = 0;
  for (size_t i = 0; i < sources.size(); ++i) {
    SegmentTransfer &transfer = transfers[sources[i].segment];
    (sources[i].spent < 0 ? transfer.wait : transfer.spent[sources[i].spent]) += shares[i];
    taken += shares[i];
  }
  return taken;
}

std::vector<SegmentTransfer> threadTransfers(const ProfileThread &thread, double ticks_per_ns) {
  std::vector<SegmentTransfer> transfers(thread.log.size());
  Interval interval;
  for (size_t i = 0; i < thread.log.size(); ++i) {
    const Segment &segment = thread.log[i];
    transfers[i].spent.assign(segment.spent.size(), 0);
    addSources(interval, segment, i);
    if (!(segment.flags & TARE_SEG_RUNQ))
      continue;
    Ticks delay = static_cast<Ticks>(static_cast<double>(segment.runq_ns) * ticks_per_ns);
    delay -= take(delay, interval.waits, transfers);
    take(delay, interval.work, transfers);
    interval = {};
  }
  return transfers;
}

} // namespace

Transfers runQueueTransfers(const Profile &profile) {
  Transfers transfers;
  for (const ProfileThread &thread : profile.threads)
    transfers.push_back(threadTransfers(thread, profile.ticks_per_second * 1e-9));
  return transfers;
}

} // namespace tare
