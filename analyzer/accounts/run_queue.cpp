// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/run_queue.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace tare {

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
  enum Place { Spent, InWait, Release, Blocked }; // Blocked: before M, where delay is absorbed
  size_t segment;
  Place place;
  size_t record; // of Spent and InWait
  Ticks ticks;
};

// M of each barrier: its last arrival, or the end of the last task in its waits.
using LastArrivals = std::map<std::pair<uint64_t, uint32_t>, Ticks>;

LastArrivals lastArrivals(const Profile &profile) {
  LastArrivals last;
  for (const ProfileThread &thread : profile.threads)
    for (const Segment &segment : thread.log) {
      Ticks &latest =
          last.emplace(std::pair(segment.instance, segment.ordinal), segment.arrive).first->second;
      latest = std::max({latest, segment.arrive, segment.last_task});
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
  Ticks idle = std::max<Ticks>(until - segment.arrive - segment.inWait(), 0);
  interval.waits.push_back({index, Source::Blocked, 0, idle});
  interval.waits.push_back({index, Source::Release, 0, segment.leave - until});
}

void addSources(Interval &interval, const SpentList &records, size_t index, Source::Place place) {
  for (size_t i = 0; i < records.size(); ++i) {
    const SpentTime &spent = records[i];
    if (spent.slot >= TARE_SLOTS)
      continue;
    bool waiting = spent.slot == TARE_SLOT_FORK || spent.slot == TARE_SLOT_WAIT;
    (waiting ? interval.waits : interval.work).push_back({index, place, i, spent.ticks});
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
    if (sources[i].place == Source::Release)
      transfer.wait += shares[i];
    else if (sources[i].place != Source::Blocked)
      (sources[i].place == Source::Spent ? transfer.spent : transfer.in_wait)[sources[i].record] +=
          shares[i];
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
    transfers[i].in_wait.assign(segment.in_wait.size(), 0);
    addSources(interval, segment.spent, i, Source::Spent);
    addSources(interval, segment.in_wait, i, Source::InWait);
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
