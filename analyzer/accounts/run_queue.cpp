// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/run_queue.h"

#include <algorithm>
#include <map>
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
  int spent; // index of the spent record, `release` or `blocked`
  Ticks ticks;
};
constexpr int release = -1; // after the team's last arrival
constexpr int blocked = -2; // before it: delay there is absorbed

using LastArrivals = std::map<std::pair<uint64_t, uint32_t>, Ticks>;

LastArrivals lastArrivals(const Profile &profile) {
  LastArrivals last;
  for (const ProfileThread &thread : profile.threads)
    for (const Segment &segment : thread.log) {
      Ticks &latest =
          last.emplace(std::pair(segment.instance, segment.ordinal), segment.arrive).first->second;
      latest = std::max(latest, segment.arrive);
    }
  return last;
}

struct Interval {
  std::vector<Source> waits, work;
};

void addWait(Interval &interval, const Segment &segment, size_t index, Ticks last) {
  if (segment.leave <= segment.arrive)
    return;
  Ticks until = std::clamp(last, segment.arrive, segment.leave);
  interval.waits.push_back({index, blocked, until - segment.arrive});
  interval.waits.push_back({index, release, segment.leave - until});
}

void addSources(Interval &interval, const Segment &segment, size_t index) {
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
    if (sources[i].spent == release)
      transfer.wait += shares[i];
    else if (sources[i].spent != blocked)
      transfer.spent[sources[i].spent] += shares[i];
    taken += shares[i];
  }
  return taken;
}

std::vector<SegmentTransfer> threadTransfers(const ProfileThread &thread, const LastArrivals &last,
                                             double ticks_per_ns) {
  std::vector<SegmentTransfer> transfers(thread.log.size());
  Interval interval;
  for (size_t i = 0; i < thread.log.size(); ++i) {
    const Segment &segment = thread.log[i];
    transfers[i].spent.assign(segment.spent.size(), 0);
    addWait(interval, segment, i, last.at({segment.instance, segment.ordinal}));
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
  LastArrivals last = lastArrivals(profile);
  Transfers transfers;
  for (const ProfileThread &thread : profile.threads)
    transfers.push_back(threadTransfers(thread, last, profile.ticks_per_second * 1e-9));
  return transfers;
}

} // namespace tare
