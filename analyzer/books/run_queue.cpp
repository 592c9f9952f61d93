// SPDX-License-Identifier: Apache-2.0
#include "analyzer/books/run_queue.h"

#include "base/lists.h"

#include <algorithm>
#include <numeric>
#include <utility>

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

/// M: the last arrival at a segment's meeting, or the end of the last task in its waits.
Ticks overAt(const Profile &profile, const Meeting &meeting) {
  Ticks over = 0;
  for (LogPlace place : meeting.arrivals)
    over = std::max({over, segmentAt(profile, place).arrive, segmentAt(profile, place).last_task});
  return over;
}

struct Interval {
  std::vector<Source> starts, waits, work; // starts: from a fork until the thread began
};

void addWait(Interval &interval, const Segment &segment, size_t index, Ticks last) {
  if (segment.leave <= segment.arrive)
    return;
  Ticks until = std::clamp(last, segment.arrive, segment.leave);
  Ticks idle = until - segment.arrive - segment.inWait();
  for (const SpentTime &part : segment.in_wait) // a source of its own
    idle -= part.kind == Spent::TaskGap ? part.ticks : 0;
  idle = std::max<Ticks>(idle, 0);
  interval.waits.push_back({index, Source::Blocked, 0, idle});
  interval.waits.push_back({index, Source::Release, 0, segment.leave - until});
}

/// A taskloop's creation is taken from like a start.
bool isStart(const Profile &profile, const SpentTime &spent) {
  return spent.kind == Spent::Fork ||
         (spent.kind == Spent::Creation && profile.node(spent.node)->kind == NodeKind::Taskloop);
}

void addSources(const Profile &profile, Interval &interval, const SpentList &records, size_t index,
                Source::Place place) {
  for (size_t i = 0; i < records.size(); ++i) {
    const SpentTime &spent = records[i];
    bool is_gap = spent.kind == Spent::TaskGap;
    if (!hasCell(spent.kind) && !is_gap)
      continue;
    (isStart(profile, spent)               ? interval.starts
     : is_gap || spent.kind == Spent::Wait ? interval.waits
                                           : interval.work)
        .push_back({index, place, i, spent.ticks});
  }
}

/// What a reading at its start told is not taken again.
void addLeft(const Profile &profile, Interval &interval, const Segment &segment, size_t index,
             const SegmentTransfer &transfer) {
  size_t before = interval.starts.size();
  addSources(profile, interval, segment.spent, index, Source::Spent);
  for (size_t i = before; i < interval.starts.size(); ++i)
    interval.starts[i].ticks -= SegmentTransfer::of(transfer.spent, interval.starts[i].record);
}

Ticks take(Ticks amount, const std::vector<Source> &sources, ThreadTransfers &transfers) {
  std::vector<Ticks> parts;
  for (const Source &source : sources)
    parts.push_back(source.ticks);
  std::vector<Ticks> shares = shareOut(amount, parts);
  Ticks taken = 0;
  for (size_t i = 0; i < sources.size(); ++i) {
    taken += shares[i];
    const Source &source = sources[i];
    if (shares[i] == 0 || source.place == Source::Blocked)
      continue;
    SegmentTransfer &transfer = transfers[source.segment];
    if (source.place == Source::Release)
      transfer.wait += shares[i];
    else
      SegmentTransfer::give(source.place == Source::Spent ? transfer.spent : transfer.in_wait,
                            source.record, shares[i]);
  }
  return taken;
}

// Segments [begin, end) of a thread between two readings of the run queue, with a delay to share
// out. Most intervals have none, and cost nothing.
struct Delayed {
  size_t begin, end;
  Ticks delay;
};

std::vector<Delayed> delayedIntervals(const ProfileThread &thread, double ticks_per_ns) {
  std::vector<Delayed> intervals;
  size_t begin = 0;
  for (size_t i = 0; i < thread.log.size(); ++i) {
    const Segment &segment = thread.log[i];
    if (!segment.has_runq)
      continue;
    Ticks delay = cutTicks(static_cast<double>(segment.runq_ns) * ticks_per_ns);
    if (delay > 0)
      intervals.push_back({begin, i + 1, delay});
    begin = i + 1;
  }
  return intervals;
}

/// With more threads than cores those of libgomp sleep while they wait, and what sleeps waits for
/// no core. (libomp's yield: they stay in the run queue.)
bool sleepsInWaits(const Profile &profile) {
  return profile.openmp_runtime == "libgomp" && profile.cores_allowed > 0 &&
         profile.threads.size() > profile.cores_allowed;
}

/// What is to be taken from first, and what only where that was not enough.
std::vector<std::vector<Source>> ranked(Interval interval, bool sleeps) {
  if (sleeps)
    return {std::move(interval.starts), std::move(interval.work), std::move(interval.waits)};
  interval.waits.insert(interval.waits.end(), interval.starts.begin(), interval.starts.end());
  return {std::move(interval.waits), std::move(interval.work)};
}

Ticks endOf(const Segment &segment) {
  return segment.leave ? segment.leave : std::max(segment.arrive, segment.last_task);
}

// Readings that belong to regions that the log lacks are not in it, so what it has of them is not
// the thread's share either. Of what a budget left out nobody knows the delay.
double partOfDelay(const Profile &profile, const ProfileThread &thread) {
  if (profile.log_complete)
    return 1;
  double read = 0;
  for (const Segment &segment : thread.log)
    read += segment.has_runq ? static_cast<double>(segment.runq_ns) : 0;
  double all = profile.expanded ? read : static_cast<double>(thread.runq_ns);
  return read > 0 ? loggedPart(profile, thread) * all / read : 0;
}

/// Clock ticks for each nanosecond that the thread's readings tell of.
double delayTicks(const Profile &profile, const ProfileThread &thread) {
  return profile.ticks_per_second * 1e-9 * partOfDelay(profile, thread);
}

/// What the thread did between two readings, without what `transfers` took out of it before.
Interval intervalOf(const Profile &profile, const Teams &teams, uint32_t number,
                    const Delayed &delayed, const ThreadTransfers &transfers) {
  Interval interval;
  for (size_t i = delayed.begin; i < delayed.end; ++i) {
    const Segment &segment = profile.threads[number].log[i];
    const Meeting &meeting = teams.meetingOf({number, static_cast<uint32_t>(i)});
    addWait(interval, segment, i, overAt(profile, meeting));
    addLeft(profile, interval, segment, i, transfers.of(i));
    addSources(profile, interval, segment.in_wait, i, Source::InWait);
  }
  return interval;
}

ThreadTransfers threadTransfers(const Profile &profile, const Teams &teams, uint32_t number) {
  const ProfileThread &thread = profile.threads[number];
  ThreadTransfers transfers;
  for (size_t i = 0; i < thread.log.size(); ++i)
    if (thread.log[i].late > 0) {
      Interval first;
      addSources(profile, first, thread.log[i].spent, i, Source::Spent);
      take(thread.log[i].late, first.starts, transfers);
    }
  for (const Delayed &delayed : delayedIntervals(thread, delayTicks(profile, thread))) {
    Ticks left = delayed.delay;
    Interval interval = intervalOf(profile, teams, number, delayed, transfers);
    for (const std::vector<Source> &sources : ranked(std::move(interval), sleepsInWaits(profile)))
      left -= take(left, sources, transfers);
  }
  return transfers;
}

uint32_t nodeOf(const Segment &segment, const Source &source) {
  switch (source.place) {
  case Source::Spent:
    return segment.spent[source.record].node;
  case Source::InWait:
    return segment.in_wait[source.record].node;
  default:
    return segment.barrier_node;
  }
}

/// Adds one thread's waits for a CPU to those at each node.
void addCpuWaits(const Profile &profile, const Teams &teams, uint32_t number,
                 std::vector<double> &at) {
  const ProfileThread &thread = profile.threads[number];
  double times = 1 / loggedPart(profile, thread);
  for (const Segment &segment : thread.log)
    if (segment.late > 0 && segment.region_node < at.size())
      at[segment.region_node] += times * segment.weight * static_cast<double>(segment.late);
  std::vector<Delayed> intervals = delayedIntervals(thread, delayTicks(profile, thread));
  if (intervals.empty())
    return;
  const ThreadTransfers none;
  for (const Delayed &delayed : intervals) {
    Interval interval = intervalOf(profile, teams, number, delayed, none);
    std::vector<Source> sources = std::move(interval.work);
    append(sources, interval.waits);
    append(sources, interval.starts);
    std::vector<Ticks> parts;
    for (const Source &source : sources)
      parts.push_back(source.ticks);
    std::vector<Ticks> shares = shareOut(delayed.delay, parts);
    for (size_t i = 0; i < sources.size(); ++i) {
      const Segment &segment = thread.log[sources[i].segment];
      if (uint32_t node = nodeOf(segment, sources[i]); node < at.size())
        at[node] += times * segment.weight * static_cast<double>(shares[i]);
    }
  }
}

} // namespace

std::vector<double> cpuWaitsAtNodes(const Profile &profile, const Teams &teams) {
  std::vector<double> at(profile.nodeCount(), 0);
  for (uint32_t t = 0; t < profile.threads.size(); ++t)
    addCpuWaits(profile, teams, t, at);
  return at;
}

double loggedPart(const Profile &profile, const ProfileThread &thread) {
  if (profile.log_complete)
    return 1;
  double logged = 0, all = 0;
  for (const Segment &segment : thread.log)
    logged += segment.weight * static_cast<double>(endOf(segment) - segment.open);
  for (const ProfileNode &node : thread.nodes)
    all += static_cast<double>(node.inside);
  return all > 0 && logged > 0 ? std::min(logged / all, 1.0) : 1;
}

Transfers runQueueTransfers(const Profile &profile, const Teams &teams) {
  Transfers transfers;
  for (uint32_t t = 0; t < profile.threads.size(); ++t)
    transfers.push_back(threadTransfers(profile, teams, t));
  return transfers;
}

} // namespace tare
